"""Guards around the core: the table's file, lines, the journal, the daemon's loop, the camera's memory."""

from tests.guards.guard import Guard

EDGES = (
    Guard(
        "A device without check and counter is taken by name only",
        "bridge/setup.py",
        "    if reads_cards and not dialect.checked and not config.accept_unchecked:",
        "    if False:",
        "tests/test_bridge_setup.py::test_what_can_be_no_table_is_refused",
    ),
    Guard(
        "A half report of a lost line is joined to nothing",
        "bridge/session.py",
        "            state, heard = _cut_off(setup, state, n, reading)\n",
        "            heard = Heard(n, reading)\n",
        "tests/test_bridge_session.py::test_a_half_report_of_a_lost_line_is_never_joined_to_the_next",
    ),
    Guard(
        "Events are synced before they are sent",
        "bridge/journal/journal.py",
        "        self._list(events, written)\n        self.sync()\n",
        "        self._list(events, written)\n",
        "tests/test_bridge_journal.py::test_one_sync_for_the_events_of_a_reading_and_none_for_a_reading",
    ),
    Guard(
        "A line that is not as it was written is named",
        "bridge/journal/lines.py",
        "        if line[-PROOF:] != right:\n",
        "        if False:\n",
        "tests/test_bridge_verify.py",
    ),
    Guard(
        "An event is in the book of the desk before it is sent",
        "bridge/daemon/loop.py",
        "            self._book.wrote(step.stored)\n            self._outlets.publish(step.stored)\n",
        "            self._outlets.publish(step.stored)\n            self._book.wrote(step.stored)\n",
        "tests/test_bridge_loop.py::test_what_is_sent_is_already_in_the_desks_book",
    ),
    Guard(
        "An order goes to its device only once its event is on disk and sent",
        "bridge/daemon/loop.py",
        "            self._outlets.publish(step.stored)\n        for device, data in step.orders:\n"
        "            self.order(device, bytes.fromhex(data))\n",
        "            for device, data in step.orders:\n                self.order(device, bytes.fromhex(data))\n"
        "            self._outlets.publish(step.stored)\n",
        "tests/test_bridge_loop.py::test_an_order_goes_out_after_its_event",
    ),
    Guard(
        "A port that was opened for reading writes nothing, whoever asks",
        "shoe/port.py",
        "        if not self._write:\n",
        "        if False:\n",
        "tests/test_shoe_port.py::test_writing_needs_leave",
    ),
    Guard(
        "What is remembered of a still picture was read alike often enough",
        "scanner/attention.py",
        "STEADY = 5",
        "STEADY = 1",
        "tests/test_scanner_attention.py::test_an_answer_is_remembered_only_once_it_has_come_often_enough",
    ),
)
