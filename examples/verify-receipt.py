"""Verifies a receipt with PyJWT and cryptography (PyPI: pyjwt[crypto]; Debian: python3-jwt, python3-cryptography).

    python3 verify-receipt.py RECEIPT ISSUER [KEYS]

RECEIPT is a file, ISSUER the URL of whoever has to have signed it, KEYS a file with the issuer's public keys;
without it they are fetched from ISSUER/.well-known/jwks.json.
"""

import base64
import json
import sys
from datetime import datetime, timezone
from urllib.request import urlopen

import jwt
from jwt.algorithms import OKPAlgorithm

jws = jwt.PyJWS()
if "Ed25519" not in jws.get_algorithms():
    # The name in RFC 9864; older versions of PyJWT know only "EdDSA".
    jws.register_algorithm("Ed25519", OKPAlgorithm())


class Refused(Exception):
    """Why a receipt is not good: a word, and a sentence."""


def verified(receipt, issuer, keys):
    """Returns the payload. Trusts only these keys: anybody can write jku, jwk and x5u into a header."""
    try:
        header_part, _, signature_part = receipt.split(".")
        header = json.loads(base64.urlsafe_b64decode(header_part + "=="))
        kid = header["kid"]
    except (ValueError, KeyError, TypeError) as error:
        raise Refused("form", "this is no receipt") from error
    key = next((each for each in keys["keys"] if each["kid"] == kid), None)
    if key is None:
        raise Refused("key", "it names a key that is not among the issuer's")
    if not is_canonical(signature_part):
        raise Refused("signature", "it is not written as it was signed")
    public_key = OKPAlgorithm.from_jwk(json.dumps({name: key[name] for name in ("kty", "crv", "x")}))
    try:
        payload = json.loads(jws.decode(receipt, public_key, algorithms=["Ed25519"]))
    except jwt.InvalidTokenError as error:
        raise Refused("signature", "something in it was changed") from error
    if header.get("typ") == "suitability-demo+jwt":
        raise Refused("simulated weather", "it proves nothing")
    if header.get("typ") != "suitability-receipt+jwt" or "crit" in header:
        raise Refused("form", "what was signed is no receipt of a known form")
    if payload["iss"] != issuer:
        raise Refused("issuer", f"it says that it is from {payload['iss']!r}")
    return payload


def is_canonical(part):
    """Python also decodes base64 that is not canonical, so that a changed character might go unnoticed."""
    try:
        return base64.urlsafe_b64encode(base64.urlsafe_b64decode(part + "==")).rstrip(b"=") == part.encode()
    except ValueError:
        return False


def main(file, issuer, keys_file=None):
    with open(file, encoding="ascii") as text:
        receipt = text.read().strip()
    if keys_file is None:
        with urlopen(f"{issuer}/.well-known/jwks.json", timeout=10) as response:
            keys = json.load(response)
    else:
        with open(keys_file, encoding="utf-8") as text:
            keys = json.load(text)
    try:
        said = verified(receipt, issuer, keys)
    except Refused as refusal:
        sys.exit("Not good: {}: {}.".format(*refusal.args))
    question, answer = said["question"], said["answer"]
    when = datetime.fromtimestamp(said["iat"], timezone.utc)
    print(f"Good: signed by {said['iss']} at {when:%Y-%m-%d %H:%M} UTC, as it says")
    print(f"{said['profile']['id']}, {question['start_time']}, {question['duration_minutes']} minutes")
    print(f"{answer['playability_score']} {answer['recommendation']}: {answer['summary']}")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
