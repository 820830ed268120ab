"""Guards of devices and cameras: counters, links, restarts, pictures that cannot be believed, orders to a device."""

from tests.guards.guard import Guard

DRAWS = "tests/test_bridge_reconcile_draws.py::"
SCOOP = "tests/test_bridge_reconcile_scoop.py::"
LOOKS = "tests/test_bridge_reconcile_looks.py::"
ORDERS = "tests/test_bridge_reconcile_orders.py::"
BREAKS = "tests/test_bridge_reconcile_breaks.py::"

DEVICES = (
    Guard(
        "A report lost last, or before the first, shows at the next heartbeat that counts",
        "bridge/reconcile/devices.py",
        "            counted(draft, device, message)\n",
        "            pass\n",
        DRAWS + "test_a_heartbeat_shows_a_report_that_was_lost_last",
    ),
    Guard(
        "A device's link lost in the deal holds the round",
        "bridge/reconcile/devices.py",
        "    draft.say(DeviceDown(name, cause))\n    _held_without",
        "    draft.say(DeviceDown(name, cause))\n    _unused = lambda *_: None  # noqa: E731\n    _unused",
        BREAKS + "test_a_lost_link_in_the_deal_holds_until_the_counter_proves_it_whole",
    ),
    Guard(
        "After a restart windows are unknown until the engine has restated them",
        "bridge/reconcile/restart.py",
        "restated=False, ",
        "",
        BREAKS + "test_an_exposure_after_a_restart_is_held_until_windows_are_restated",
    ),
    Guard(
        "A restart in the middle of a round holds it",
        "bridge/reconcile/restart.py",
        "    if live(draft):\n        text",
        "    if False:\n        text",
        BREAKS + "test_without_a_camera_a_restart_is_a_persons_matter",
    ),
    Guard(
        "Frozen and damaged pictures are not looked at",
        "bridge/reconcile/camera_health.py",
        "    if frame.quality is not Quality.FRESH:",
        "    if False:",
        LOOKS + "test_a_camera_that_cannot_be_believed",
    ),
    Guard(
        "A camera that works again is believed only after it has had time to look",
        "bridge/reconcile/camera_health.py",
        "camera.newest >= camera.since + SETTLE_MS * MS and ",
        "",
        LOOKS + "test_a_camera_that_cannot_be_believed",
    ),
    Guard(
        "The next round waits for pictures taken after the last one ended",
        "bridge/reconcile/scoop.py",
        "settled(setup, state, state.over)",
        "settled(setup, state)",
        SCOOP + "test_pictures_from_before_the_end_do_not_show_the_layout_empty",
    ),
    Guard(
        "A camera that has moved is not believed",
        "bridge/reconcile/camera_health.py",
        "    if frame.shift_mm is not None and frame.shift_mm > limits.shift_mm:",
        "    if False:",
        LOOKS + "test_a_moved_camera",
    ),
    Guard(
        "Two cameras that differ hold the card",
        "bridge/reconcile/looks.py",
        "    if cameras_differ(lying):",
        "    if False:",
        LOOKS + "test_two_cameras_that_differ",
    ),
    Guard(
        "Nothing is written to a device unless the table's file allows it",
        "bridge/reconcile/orders.py",
        "    if not device.config.write:\n",
        "    if False:\n",
        ORDERS + "test_without_write_in_the_tables_file_nothing_goes_out",
    ),
)
