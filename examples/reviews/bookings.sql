-- What a review of bookings needs of a site's own tables. Times end in Z.
CREATE TABLE IF NOT EXISTS bookings (
  ref TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  start_time TEXT NOT NULL,
  -- The rest of the question as /v1/bookings:review takes it: {"lat": 51.5074, "lng": -0.1278, "duration_minutes": 90, "sport": "padel", "lang": "en-GB", "time_zone": "Europe/London"}
  question TEXT NOT NULL,
  -- What the customer was last told: {"recommendation": "safe_to_book", "playability_score": 88, "forecast_at": "2026-11-22T06:00:00Z"}
  told TEXT
);
