import { cryptography } from '#machine';
import type { CertificateSigningRequest } from '#types';
import { fromBase64, latin1Text, parseTime, pemBlocks, readIssuer } from '#values';

const hour = 3_600_000;
const decidedMs = hour;
const pendingMs = 24 * hour;

/** @param now virtual time, ms */
export function isOld({ metadata, status }: CertificateSigningRequest, now: number): boolean {
  const { conditions = [], certificate } = status;
  if (conditions.length === 0) return isOlder(metadata.creationTimestamp, pendingMs, now);
  return conditions.some(({ type, lastUpdateTime }) => {
    if (type === 'Denied') return isOlder(lastUpdateTime, decidedMs, now);
    if (type !== 'Approved' || !certificate) return false;
    return isOlder(lastUpdateTime, decidedMs, now) || hasExpired(certificate, now);
  });
}

function isOlder(time: string | undefined | null, ms: number, now: number): boolean {
  return time != null && now - parseTime(time) > ms;
}

function hasExpired(certificate: string, now: number): boolean {
  const [block] = pemBlocks(latin1Text(fromBase64(certificate)));
  if (block === undefined) return false;
  return now > readIssuer(cryptography().certificateBytes(block.bytes)).validity.to;
}
