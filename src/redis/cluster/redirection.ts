// What the nodes of a cluster say about keys that they do not have, or not all of.
import { hostsFromText, hostToText } from "../../connections/hosts-from-text.ts";
import { RedisUnavailable } from "../failure.ts";

/** Where a command has to be sent that was not carried out. */
export type Redirection =
  | { readonly kind: "Moved"; readonly place: string }
  | { /** To where its keys are going, this once. */ readonly kind: "Ask"; readonly place: string }
  | { /** Some of its keys have gone and some have not. */ readonly kind: "Wait" };

const REDIRECTION = /^(?<kind>MOVED|ASK) \d+ (?<place>\S+)$/;

/** Undefined where the command failed for another reason. */
export function redirectionOf(error: unknown, place: string): Redirection | undefined {
  const text = replyIn(error) ?? "";
  if (text.startsWith("TRYAGAIN ")) return { kind: "Wait" };
  const found = REDIRECTION.exec(text)?.groups;
  if (found === undefined) return undefined;
  return {
    kind: found["kind"] === "ASK" ? "Ask" : "Moved",
    place: placeFromText(found["place"] ?? "", place),
  };
}

/** Whether another node may have the keys by now: those that have gone, are cut off or were told to go say so or say nothing. */
export function isOfOldTopology(error: unknown): boolean {
  const reply = replyIn(error);
  return reply === undefined
    ? error instanceof RedisUnavailable
    : /^(?:MOVED|CLUSTERDOWN|READONLY|MASTERDOWN|LOADING) /.test(reply);
}

/** What the node itself said, if anything. */
function replyIn(error: unknown): string | undefined {
  const cause = error instanceof RedisUnavailable ? error.cause : undefined;
  return cause instanceof Error && /^[A-Z]+ /.test(cause.message) ? cause.message : undefined;
}

/** `host:port`, an IPv6 address without brackets; a node that knows no address of its own says `:port`. */
function placeFromText(text: string, asked: string): string {
  const end = text.lastIndexOf(":");
  const [host] = hostsFromText(asked, 0) ?? [];
  return hostToText({ name: text.slice(0, end) || (host?.name ?? ""), port: Number(text.slice(end + 1)) });
}
