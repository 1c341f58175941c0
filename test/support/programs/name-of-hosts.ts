// Loaded into a program before it starts: the name `cores.example` then stands for the addresses in HOSTS_OF_NAME.
import { promises as dns } from "node:dns";

const hosts = (process.env["HOSTS_OF_NAME"] ?? "").split(",");
const { lookup } = dns;

Object.assign(dns, {
  lookup: (name: string, options: object) =>
    name === "cores.example"
      ? Promise.resolve(hosts.map((address) => ({ address, family: 4 })))
      : (lookup as (name: string, options: object) => unknown)(name, options),
});
