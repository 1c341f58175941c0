import json
import os
from datetime import datetime, timedelta, timezone
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

tomorrow = datetime.now(timezone.utc) + timedelta(days=1)
question = urlencode(
    {
        "lat": 51.5074,
        "lng": -0.1278,
        "start_time": tomorrow.strftime("%Y-%m-%dT14:00:00Z"),
        "duration_minutes": 90,
        "sport": "tennis",
    }
)
request = Request(
    f"http://localhost:8080/v1/booking-confidence?{question}",
    headers={"X-API-Key": os.environ["KEY"]},
)
try:
    with urlopen(request, timeout=10) as response:
        answer = json.load(response)
        print(answer["playability_score"], answer["recommendation"], answer["summary"])
except HTTPError as refusal:
    problem = json.load(refusal)
    print(f"{problem['reason']}: {problem['detail']}")
    if "Retry-After" in refusal.headers:
        print(f"Ask again in {refusal.headers['Retry-After']} s.")
