/** SHA-256 as hex. WebCrypto is not used because browsers disable it without https. */
import { sha256 } from '@noble/hashes/sha2.js';

export function sha256Hex(text: string): string {
  const bytes = sha256(new TextEncoder().encode(text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Big-endian. */
export function first32Bits(text: string): number {
  return Number.parseInt(sha256Hex(text).slice(0, 8), 16);
}
