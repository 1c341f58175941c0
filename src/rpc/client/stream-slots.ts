// How many calls a connection has under way, as the server counts them.
import { constants, type ClientHttp2Session } from "node:http2";

export interface StreamSlots {
  isFree(): boolean;
  take(): void;
  /** Gives one back; the code is that of the end of its stream. */
  giveBack(rstCode: number): void;
  /** What the server allows; nothing until it has said so. */
  setMax(max: number): void;
}

/**
 * A stream that was given up counts until the server has answered a ping sent behind it. Node's servers go on counting
 * such streams for a while, and end those opened in their place with ENHANCE_YOUR_CALM (11): of 64 calls made after 64
 * others were given up, 28 failed against a limit of 100.
 */
export function createStreamSlots(session: ClientHttp2Session, { onFree }: { onFree(): void }): StreamSlots {
  let max = 0;
  let taken = 0;
  let givenUp = 0;
  let isPinging = false;

  const clearGivenUp = () => {
    if (isPinging || givenUp === 0 || session.destroyed) return;
    const cleared = givenUp;
    givenUp = 0;
    isPinging = true;
    session.ping(() => {
      isPinging = false;
      taken -= cleared;
      clearGivenUp();
      onFree();
    });
  };

  return {
    isFree: () => taken < max,
    take: () => {
      taken += 1;
    },
    giveBack: (rstCode) => {
      if (rstCode === constants.NGHTTP2_CANCEL) {
        givenUp += 1;
        clearGivenUp();
      } else {
        taken -= 1;
        onFree();
      }
    },
    setMax: (allowed) => {
      max = allowed;
    },
  };
}
