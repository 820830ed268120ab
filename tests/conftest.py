"""What every test shares."""

from collections.abc import Iterator

import cv2
import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
"""The same examples in every run, and no verdict that depends on how busy the machine is."""


@pytest.fixture
def one_core() -> Iterator[None]:
    """OpenCV on one thread, as in the camera's process."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)
