/**
 * Reads what a client makes a TLS connection with: the CAs that a server's certificate has to be of (without any, those that
 * Node trusts), and the certificate it shows itself. Asked for each connection, so that renewed files are used by the next.
 */
export type TlsReader = () => Promise<{
  readonly ca?: Buffer | undefined;
  readonly cert?: Buffer | undefined;
  readonly key?: Buffer | undefined;
}>;
