#!/bin/sh
# Check the units of a tree that install.sh laid out: verify.sh DESTDIR
#
# Prints nothing and exits 0 where all is well. A tree holds no targets and slices of systemd's own and no /bin/kill, so a
# copy of it is completed by this machine's before it is verified as a whole; every other path a unit names must exist in
# the tree. The drop-in with the keys is verified as that of one table.
set -eu

tree=$1
limit=15 # tenths; systemd-analyze calls more than this a risk worth a reason

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$tree/." "$work/"
here=$work/usr/lib/systemd/system
install -D /bin/kill "$work/bin/kill"
cp -n /usr/lib/systemd/system/*.target /usr/lib/systemd/system/*.slice "$here/" 2>/dev/null || true

for conf in "$work"/*/*/share/truedeal/keys.conf "$work"/*/share/truedeal/keys.conf; do
    if [ -e "$conf" ]; then install -D -m 644 "$conf" "$here/truedeal@keyed.service.d/keys.conf"; fi
done

systemd-analyze verify --man=no --root="$work" \
    truedeal@table.service truedeal@keyed.service truedeal-scanner@table-camera.service truedeal.target
for unit in "$tree"/usr/lib/systemd/system/truedeal*@.service; do
    systemd-analyze security --offline=yes --no-pager --threshold="$limit" "$unit" >"$work/exposure" || {
        cat "$work/exposure"
        exit 1
    }
done
