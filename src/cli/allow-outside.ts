/** The option by which a scenario may name files outside its folder. */
import { Option } from 'commander';

export interface OutsideOptions {
  readonly allowOutside?: boolean;
}

export function allowOutsideOption(): Option {
  return new Option('--allow-outside', 'let scenarios name files outside their own folder');
}
