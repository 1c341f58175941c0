# Mails customers when the verdict on their booking has changed so much that they should know, once for each change. Run
# it from cron; it needs only Python 3.9 or later. The table is in bookings.sql beside this file:
#
#   7 * * * *  WEATHER_URL=https://weather.example KEY=wsk_… python3 review.py /var/lib/site/bookings.db
#
# The service stores no bookings: the table records what each customer was told. A run records a change before it mails
# it, so that nobody gets a mail twice. If a mail is not accepted, the run restores the record, and the next run retries.
import json
import os
import sqlite3
import subprocess
import sys
from email.message import EmailMessage
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SENDMAIL = os.environ.get("SENDMAIL", "/usr/sbin/sendmail")
URL_OF_REVIEWS = os.environ.get("WEATHER_URL", "http://localhost:8080") + "/v1/bookings:review"
BOOKINGS_MAX = 20
UPCOMING = """
    SELECT ref, email, start_time, question, told FROM bookings
    WHERE told IS NOT NULL
      AND start_time > strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
      AND start_time < strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '7 days')
    ORDER BY start_time"""

failures = []


def review(some):
    asked = [
        {**json.loads(booking["question"]), "ref": booking["ref"], "start_time": booking["start_time"],
         "told": json.loads(booking["told"])}
        for booking in some
    ]
    request = Request(
        URL_OF_REVIEWS,
        data=json.dumps({"bookings": asked}).encode(),
        headers={"Content-Type": "application/json", "X-API-Key": os.environ["KEY"]},
    )
    try:
        with urlopen(request, timeout=30) as response:
            reviews = json.load(response)["reviews"]
            source, version = (response.headers[name] or "" for name in ("Weather-Source", "Scoring-Model-Version"))
    except HTTPError as refusal:
        problem = json.load(refusal)
        failures.append(f"No booking could be reviewed: {problem['reason']}: {problem['detail']}")
        return
    for booking, found in zip(some, reviews):
        if "error" in found:
            failures.append(f"{booking['ref']}: {found['error']['reason']}: {found['error']['detail']}")
        if "message" in found:
            tell(booking, found["message"], told_from(found["booking_confidence"], source, version))


def told_from(verdict, source, version):
    told = {name: verdict[name] for name in ("recommendation", "playability_score", "forecast_at")}
    # If the header names several sources, it is unknown which one is the booking's.
    if "," not in source:
        told["source"] = source
    return json.dumps({**told, "model_version": version})


def tell(booking, message, told):
    # Another run may have sent the mail meanwhile.
    if not replace_told(booking["ref"], booking["told"], told):
        return
    mail = EmailMessage()
    mail["To"] = " ".join(booking["email"].split())
    mail["Subject"] = f"The weather for your booking {' '.join(booking['ref'].split())}"
    mail.set_content(message)
    try:
        subprocess.run([SENDMAIL, "-t", "-i"], input=bytes(mail), check=True, timeout=30)
    except (OSError, subprocess.SubprocessError) as error:
        replace_told(booking["ref"], told, booking["told"])
        failures.append(f"{booking['ref']}: the mail was not taken: {error}")


def replace_told(ref, before, after):
    with database:
        return database.execute(
            "UPDATE bookings SET told = ? WHERE ref = ? AND told = ?", (after, ref, before)
        ).rowcount


database = sqlite3.connect(sys.argv[1] if len(sys.argv) > 1 else "bookings.db", timeout=10)
database.row_factory = sqlite3.Row
bookings = database.execute(UPCOMING).fetchall()
for first in range(0, len(bookings), BOOKINGS_MAX):
    review(bookings[first : first + BOOKINGS_MAX])
# cron mails stderr to the owner of the job.
sys.exit("\n".join(failures) or 0)
