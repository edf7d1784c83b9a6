/** Numbers with a check digit. */

const issuers =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9]{2})[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35[0-9]{3})[0-9]{11})$/;

/** Of a known issuer; twice every second digit from the right, and the rest, add up to tens. */
export function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, '');
  if (!issuers.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '');
  if (!/^[0-9]{9}[0-9X]$/.test(digits)) return false;
  return sumOf(digits, (index) => 10 - index) % 11 === 0;
}

export function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '');
  return (
    /^[0-9]{13}$/.test(digits) && sumOf(digits, (index) => (index % 2 === 0 ? 1 : 3)) % 10 === 0
  );
}

function sumOf(digits: string, weight: (index: number) => number): number {
  return [...digits].reduce(
    (sum, digit, index) => sum + weight(index) * (digit === 'X' ? 10 : Number(digit)),
    0,
  );
}
