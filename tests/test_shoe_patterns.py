"""Patterns of a table's file: the useful ones pass, those that can hang are refused."""

import re
import time

import pytest

from shoe.patterns import OPEN_ENDED, compiled


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?P<rank>10|[A2-9TJQK])(?P<suit>[SHDC])",
        r"#(?P<counter>\d{3}) (?P<rank>\w+)-(?P<suit>\w+)",
        r"JAM(?: ON)?",
        r"a\)\+b[*+(){}]c[]+)]",
    ],
)
def test_useful_patterns_pass(pattern: str) -> None:
    assert compiled("p", pattern).pattern == pattern


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+b", "(?:a|aa)*b", r"(\w\w?){9,}", "a*a*a*a*b", "(a)b\\1", "(?P<x>a)(?P=x)", "(", "x" * 301, "(a{1,9}){1,9}"],
)
def test_dangerous_patterns_are_refused_by_name(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"^rule\[0\]: "):
        compiled("rule[0]", pattern)


def test_the_worst_that_passes_is_quick_on_the_longest_line() -> None:
    worst = compiled("p", "a*" * OPEN_ENDED + "b")
    begin = time.thread_time()
    assert not worst.fullmatch("a" * 256)
    assert time.thread_time() - begin < 1.0
    assert isinstance(worst, re.Pattern)
