export const VENUES = [
  { name: "Wimbledon, London", place: "51.434,-0.214", timeZone: "Europe/London" },
  { name: "Old Course, St Andrews", place: "56.343,-2.803", timeZone: "Europe/London" },
  { name: "Roland-Garros, Paris", place: "48.847,2.249", timeZone: "Europe/Paris" },
  { name: "Olympiapark, Munich", place: "48.173,11.552", timeZone: "Europe/Berlin" },
  { name: "Montjuïc, Barcelona", place: "41.364,2.151", timeZone: "Europe/Madrid" },
  { name: "Central Park, New York", place: "40.781,-73.966", timeZone: "America/New_York" },
  { name: "Pebble Beach, California", place: "36.568,-121.95", timeZone: "America/Los_Angeles" },
  { name: "Copacabana, Rio de Janeiro", place: "-22.971,-43.182", timeZone: "America/Sao_Paulo" },
  { name: "Eden Gardens, Kolkata", place: "22.565,88.343", timeZone: "Asia/Kolkata" },
  { name: "Melbourne Park", place: "-37.822,144.978", timeZone: "Australia/Melbourne" },
];
