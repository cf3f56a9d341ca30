"""The wallet's side of a withdrawal and of a deposit. Needs Python 3.8, and no packages.

    python3 wallet-loop.py withdraw inquiry.json     (the input of inquire, with a requestIdentifier)
    python3 wallet-loop.py deposit <transaction hash>
"""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

PAUSES_SECONDS = (0, 1, 2, 4, 8, 16, 30, 30)
RETRY_AFTER_SECONDS_MAX = 60
TIMEOUT_SECONDS = 30
POLL_SECONDS = 1
DATA_WAIT_SECONDS = 600
ENDED = ("DECLINED", "CANCELED", "EXPIRED", "FAILED")
NEW_TOKEN = ("TOKEN_EXPIRED", "TOKEN_KEY_UNKNOWN", "TOKEN_REVOKED")
# The mutations below can be repeated even if they were executed: inquire has a requestIdentifier, and
# confirmTx the same hash.
REPEATED = ("SERVICE_UNAVAILABLE", "SUBGRAPH_UNAVAILABLE", "SUBGRAPH_TIMEOUT")
REPEATED += ("OVERLOADED", "RATE_LIMITED", "IDENTITY_PROVIDER_UNAVAILABLE")


class Gateway:
    """Sends operations with an access token of a client, and renews the token in time."""

    def __init__(self, url, token_url, client_id, client_secret):
        self.url, self.token_url = url, token_url
        self.credentials = {"client_id": client_id, "client_secret": client_secret}
        self.token, self.renew_at = None, 0

    def send(self, query, **variables):
        """Returns the fields of `trpd`. Repeats what can be repeated; raises RuntimeError for a refusal."""
        retry_after = 0
        for pause in PAUSES_SECONDS:
            time.sleep(max(pause, min(retry_after, RETRY_AFTER_SECONDS_MAX)))
            try:
                response = self.post(query, variables)
            except (OSError, ValueError) as failure:  # No response, or one of a proxy.
                if 400 <= getattr(failure, "code", 500) < 500:
                    raise  # The client gets no token.
                last = failure
                continue
            if not response.get("errors"):
                return response["data"]["trpd"]
            error = response["errors"][0]
            extensions = error["extensions"]
            last = RuntimeError(f"{extensions['code']}: {error['message']}")
            retry_after = extensions.get("retryAfterSeconds", 0)
            if extensions.get("reason") in NEW_TOKEN:
                self.renew_at = 0
            elif not extensions.get("retryable") and extensions["code"] not in REPEATED:
                break
        raise last

    def post(self, query, variables):
        if time.monotonic() >= self.renew_at:
            form = urllib.parse.urlencode({"grant_type": "client_credentials", **self.credentials})
            granted = json.load(urllib.request.urlopen(self.token_url, form.encode(), TIMEOUT_SECONDS))
            self.token, self.renew_at = granted["access_token"], time.monotonic() + granted["expires_in"] / 2
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(self.url, body, headers)
        try:
            return json.load(urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS))
        except urllib.error.HTTPError as refusal:
            return json.load(refusal)  # The body of a 401, 429 or 503 has the errors.


def withdraw(gateway, inquiry, broadcast):
    """Returns the hash, or None if it has ended without a payment. Call it again after a crash."""
    inquire = "mutation ($input: InquireInput!) { trpd { inquire(input: $input) { id } } }"
    tx_id = gateway.send(inquire, input=inquiry)["inquire"]["id"]
    tx = wait_until(gateway, tx_id, lambda tx: tx["release"]["mayPay"] or tx["status"] == "CONFIRMED")
    if not tx["release"]["mayPay"]:
        return tx["txHash"]
    tx_hash = broadcast(tx["address"])
    # The payment is made: its hash counts even if something was found in the last second.
    confirm = """mutation ($id: ID!, $txHash: String!) {
        trpd { confirmTx(id: $id, txHash: $txHash, isOnLedger: true) { id } } }"""
    gateway.send(confirm, id=tx_id, txHash=tx_hash)
    return tx_hash


def deposit(gateway, tx_hash, credit):
    """A payment that the ledger shows. Returns whether the customer has it."""
    find = "query ($txHash: String!) { trpd { transactions(filter: { txHash: $txHash }) { nodes { id } } } }"
    give_up_at = time.monotonic() + DATA_WAIT_SECONDS
    while not (nodes := gateway.send(find, txHash=tx_hash)["transactions"]["nodes"]):
        if time.monotonic() > give_up_at:
            # No Travel Rule data has come with it: record it with registerOfflineTx, and ask the sender.
            return False
        time.sleep(POLL_SECONDS)
    is_ready = lambda tx: tx["status"] == "CONFIRMED" and tx["release"]["mayCredit"]
    if not is_ready(wait_until(gateway, nodes[0]["id"], is_ready)):
        return False
    credit(tx_hash)
    return True


def wait_until(gateway, tx_id, is_ready):
    """Returns the transaction once it is ready or has ended. Prints what stops it when that changes."""
    load = """query ($id: ID!) { trpd { transaction(id: $id) {
        status address txHash release { mayPay mayCredit obstacles { code check message } } } } }"""
    printed = []
    while True:
        tx = gateway.send(load, id=tx_id)["transaction"]
        if is_ready(tx) or tx["status"] in ENDED:
            return tx
        lines = [f"{each['code']} {each['check'] or ''} {each['message']}" for each in tx["release"]["obstacles"]]
        if lines != printed:
            print(*lines, sep="\n", flush=True)
        printed = lines
        time.sleep(POLL_SECONDS)


def wallet(*args):
    """Runs your program, which pays and prints the hash, or credits: once, however often it is called."""
    return subprocess.run([os.environ["WALLET"], *args], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


if __name__ == "__main__":
    connected = Gateway(*(os.environ[name] for name in ("GATEWAY_URL", "TOKEN_URL", "CLIENT_ID", "CLIENT_SECRET")))
    if sys.argv[1] == "withdraw":
        with open(sys.argv[2]) as file:
            inquiry = json.load(file)
        paid = withdraw(connected, inquiry, lambda address: wallet("pay", inquiry["requestIdentifier"], address))
        print("ENDED" if paid is None else f"PAID {paid}", flush=True)
    else:
        credited = deposit(connected, sys.argv[2], lambda tx_hash: wallet("credit", tx_hash))
        print("CREDITED" if credited else "NOT_CREDITED", flush=True)
