"""Guards around the core: the table's file, lines, the journal, the daemon's loop, the camera's memory."""

from tests.guards.guard import Guard

EDGES = (
    Guard(
        "An incident slip tells no face of a round in which a card is sealed",
        "bridge/journal/incident.py",
        '        self._over = found.ended != "open" and not found.sealed\n',
        "        self._over = True\n",
        "tests/test_bridge_incident.py::test_a_slip_of_a_round_with_a_sealed_card_names_no_face_of_a_reading",
    ),
    Guard(
        "Of many decks a slip names a drawn card only where the stream has told that very card",
        "bridge/journal/incident.py",
        "self._public if said.lane in self._cameras else self._by.get(reading, set())",
        "self._public",
        "tests/test_bridge_incident.py::test_of_many_decks_a_card_put_aside_stays_hidden_though_its_face_lies_there",
    ),
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
    Guard(
        "No code is learnt for two cards",
        "calibration/shoe.py",
        "        if known is not None and known.card is not due:\n",
        "        if False:\n",
        "tests/test_calibration_shoe.py::test_a_code_is_one_cards_and_a_cards_code_is_one",
    ),
    Guard(
        "A pass that disagrees with the one before teaches nothing",
        "calibration/shoe.py",
        "        if other is not None:\n",
        "        if False:\n",
        "tests/test_calibration_shoe.py::test_a_code_is_one_cards_and_a_cards_code_is_one",
    ),
    Guard(
        "Where codes were learnt a code means nothing else",
        "shoe/dialects/line.py",
        "        return self.codes.get(_code(groups)) if self.codes else _face(self.options, groups)\n",
        "        return self.codes.get(_code(groups)) or _face(self.options, groups)\n",
        "tests/test_shoe_codes.py::test_a_device_whose_words_are_not_in_the_map_says_so",
    ),
    Guard(
        "A device does not start with what another was taught, or with cards of another deck",
        "bridge/daemon/prepare.py",
        "    if why := shoe_profile.misfit(found, device.name, device.dialect, decks):\n",
        '    if why := "":\n',
        "tests/test_bridge_prepare.py::test_a_profile_of_another_deck_than_the_tables_does_not_start",
    ),
    Guard(
        "What a device was taught is not believed once it was edited",
        "shoe/profile.py",
        "    if found.fingerprint != fingerprint(found):\n",
        "    if False:\n",
        "tests/test_shoe_profile.py::test_a_profile_that_was_edited_is_refused",
    ),
    Guard(
        "A layout that was edited by hand is told",
        "scanner/profile.py",
        "    if edited(profile):\n",
        "    if False:\n",
        "tests/test_calibration_misuse.py::test_a_report_on_an_edited_layout_is_not_fit",
    ),
)
