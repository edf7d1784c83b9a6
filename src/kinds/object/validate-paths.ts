/** Checks of paths inside volumes, and of the permissions of files. */
import { invalid, show, type FieldErrors } from '#values';

/** A path below a directory: relative, and without leaving it. */
export function validateRelativePath(errors: FieldErrors, path: string, field: string): void {
  if (path.startsWith('/')) errors.push(invalid(field, show(path), 'must be a relative path'));
  validateNoBacksteps(errors, path, field);
}

export function validateNoBacksteps(errors: FieldErrors, path: string, field: string): void {
  if (hasBacksteps(path)) errors.push(invalid(field, show(path), "must not contain '..'"));
}

export function hasBacksteps(path: string): boolean {
  return path.split('/').includes('..');
}

/** The path of a file that the kubelet creates: names that start with two dots are reserved for it. */
export function validateFilePath(errors: FieldErrors, path: string, field: string): void {
  validateRelativePath(errors, path, field);
  if (path.startsWith('..') && !path.startsWith('../')) {
    errors.push(invalid(field, show(path), "must not start with '..'"));
  }
}

/** Permissions as a number; absent is valid. */
export function validateFileMode(
  errors: FieldErrors,
  mode: number | undefined | null,
  field: string,
): void {
  if (mode == null || (mode >= 0 && mode <= 0o777)) return;
  const why = 'must be a number between 0 and 0777 (octal), both inclusive';
  errors.push(invalid(field, show(mode), why));
}
