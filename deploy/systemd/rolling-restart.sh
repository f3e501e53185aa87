#!/bin/sh
# Restarts copies of the site one after another, while the others sell: each has to be ready before the next one is touched. Stops
# at the first one that does not become ready, and exits with 1: the rest then still runs what it ran.
#
#   rolling-restart.sh 3000 3010 3020    these ports
#   rolling-restart.sh                   every copy that runs
#
# READY_SECONDS: how long a copy may take (60).
set -eu

ready_seconds=${READY_SECONDS:-60}

running_ports() {
  systemctl list-units --plain --no-legend --state=active 'vpn-checkout@*.service' |
    sed -n 's/^vpn-checkout@\([0-9]*\)\.service.*/\1/p'
}

wait_until_ready() {
  port=$1
  deadline=$(($(date +%s) + ready_seconds))
  until curl --silent --fail --max-time 3 --output /dev/null "http://127.0.0.1:$port/readyz"; do
    if [ "$(date +%s)" -ge "$deadline" ]; then
      echo "vpn-checkout@$port is not ready after $ready_seconds s: journalctl -u vpn-checkout@$port" >&2
      return 1
    fi
    sleep 0.5
  done
}

if [ $# -eq 0 ]; then
  # shellcheck disable=SC2046 # One port a word.
  set -- $(running_ports)
fi
if [ $# -eq 0 ]; then
  echo "No copy runs, and none was named." >&2
  exit 1
fi

for port in "$@"; do
  echo "vpn-checkout@$port restarts"
  # Comes back once the old process is gone: after DRAIN_MS, and what was in flight.
  systemctl restart "vpn-checkout@$port.service"
  wait_until_ready "$port"
  echo "vpn-checkout@$port is ready"
done
