/** What the types of the objects that a policy is about say about its expressions. */
import type { CelType } from '#cel';
import { apiVersionOf, type Kind, type Profile } from '#kinds';
import type { ValidatingAdmissionPolicy } from '#types';
import type { PolicyCompiler } from './expression.ts';
import { compileVariables } from './policy.ts';
import { typeOfKind } from './types-of-kinds.ts';

/** What the types are taken from. */
export interface CheckedTypes {
  readonly profile: Profile;
  readonly compiler: PolicyCompiler;
  /** Those that the policy is about. */
  readonly kinds: readonly Kind[];
  /** That of its parameters; absent where it has none, or it is not known. */
  readonly params: Kind | undefined;
}

interface Warning {
  readonly fieldRef: string;
  readonly warning: string;
}

/** Returns a warning for each expression that does not fit a type. */
export function typeWarnings(
  { spec }: ValidatingAdmissionPolicy,
  { profile, compiler, kinds, params }: CheckedTypes,
): readonly Warning[] {
  const input = params && typeOfKind(params);
  const scope = {
    hasParams: input !== undefined,
    hasAuthorizer: true,
    ...(input && { params: input }),
  };
  const knowsVariables = profile.enabled('PolicyTypesKnowVariables');
  const checked = kinds.flatMap((kind) => {
    const type = typeOfKind(kind);
    if (type === undefined) return [];
    if (!knowsVariables) return [{ kind, type, scope }];
    const { scope: own } = compileVariables(compiler, spec.variables, scope, type);
    return [
      { kind, type, scope: { ...own, variables: own.variables ?? new Map<string, CelType>() } },
    ];
  });
  const warn = (text: string, fieldRef: string): readonly Warning[] => {
    const found = checked.flatMap(({ kind, type, scope: own }) => {
      const misfits = compiler.misfits(text, own, type);
      return misfits === undefined ? [] : [`${goNameOf(kind)}: ${misfits}\n`];
    });
    return found.length === 0 ? [] : [{ fieldRef, warning: found.join('\n') }];
  };
  return (spec.validations ?? []).flatMap(({ expression, messageExpression }, index) => {
    const field = `spec.validations[${index}]`;
    const message = messageExpression ? warn(messageExpression, `${field}.messageExpression`) : [];
    return [...warn(expression, `${field}.expression`), ...message];
  });
}

/** Returns `apps/v1, Kind=Deployment`; of the core group `/v1, Kind=Pod`. */
function goNameOf(kind: Kind): string {
  return `${kind.group === '' ? '/' : ''}${apiVersionOf(kind)}, Kind=${kind.kind}`;
}
