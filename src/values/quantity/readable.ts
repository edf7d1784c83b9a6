/** Amounts of bytes as people write them. */

const units = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'];

/** With the largest unit that leaves a whole number before the point, and at most one digit after it: `64Mi`, `1.5Gi`. */
export function bytesText(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  return `${Math.round(amount * 10) / 10}${units[unit]}`;
}
