// Which slot of a cluster a key belongs to: https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/
export const SLOTS = 16_384;

/** CRC16 of every byte, XMODEM's: the polynomial 0x1021. */
const CRC16 = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
  return crc;
});

/** The slot of a key: of what is between its first braces, where there is anything. */
export function slotOf(key: string | Buffer): number {
  const bytes = Buffer.from(key);
  const opening = bytes.indexOf("{");
  const closing = opening < 0 ? -1 : bytes.indexOf("}", opening);
  const hashed = closing > opening + 1 ? bytes.subarray(opening + 1, closing) : bytes;
  let crc = 0;
  for (const byte of hashed) crc = ((crc << 8) & 0xffff) ^ (CRC16[(crc >> 8) ^ byte] ?? 0);
  return crc % SLOTS;
}
