import { useState } from "react";
import type {} from "weather-suitability-client/react";

export function Week({ sports }: { sports: readonly string[] }) {
  const [sport, setSport] = useState(sports[0]);
  const [start, setStart] = useState("");
  return (
    <>
      {sports.map((each) => (
        <button key={each} onClick={() => setSport(each)}>
          {each}
        </button>
      ))}
      <suitability-calendar
        src="/weather"
        place="51.434,-0.214"
        sport={sport}
        duration={90}
        time-zone="Europe/London"
        details
        onslot-chosen={(event) => setStart(event.detail.startTime)}
        onfailed={(event) => console.warn(event.detail.reason)}
      />
      {start && (
        <output>
          {start}{" "}
          <suitability-badge src="/weather" place="51.434,-0.214" sport={sport} duration={90} start={start} />
        </output>
      )}
    </>
  );
}
