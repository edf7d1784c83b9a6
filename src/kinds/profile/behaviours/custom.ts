/** The part of the behaviours that is about definitions, custom resources, expressions and policies. */
export const customBehaviours = {
  /** Messages repeat neither the name of their field nor that it is required. */
  BriefMessages: { since: 34 },
  /** Expressions know addresses and ranges of them. */
  CelAddresses: { since: 31 },
  /** Expressions know named formats of texts. */
  CelFormats: { since: 32 },
  /** Expressions that format values are checked for their clauses before they are run. */
  CelFormatsChecked: { since: 31 },
  /** Expressions write fields that are called as words of the language, such as namespace, as they are. */
  CelKeywordsAsFieldNames: { since: 32 },
  /** In expressions, patterns that cannot be read are faults, and so are lists and maps with values of several types. */
  CelLiteralsChecked: { since: 30 },
  /** Lists have later functions, such as distinct and sortBy. */
  CelLists: { since: 35 },
  /** Expressions know how optional values are written. */
  CelOptionalSyntax: { since: 28 },
  /** Expressions know optional values, quantities, and numbers of different types side by side. */
  CelOptionalTypes: { since: 29 },
  /** Messages name the types of optional values in full. */
  CelOptionalTypesInFull: { since: 31 },
  /** Expressions know versions such as 1.2.3. */
  CelSemver: { since: 34 },
  /** Expressions format and quote texts, and take lists as sets. */
  CelStrings: { since: 30 },
  /** Macros may have two variables. */
  CelTwoVariables: { since: 33 },
  /** Unknown fields in the metadata of custom resources are reported. */
  CustomMetadataReported: { since: 25 },
  /** A write of the status of a custom resource owns no metadata. */
  CustomStatusOwnsNoMetadata: { since: 36 },
  /** Expressions of policies that come to a wrong type are refused with that type. */
  ExpressionTypesNamed: { since: 32 },
  /** Finalizers that a write adds to a custom resource warn where others could have the same name. */
  FinalizersOfCustomWarn: { since: 29 },
  /** Warnings about finalizers ask for a path where there is a domain. */
  FinalizersWithPaths: { since: 32 },
  /** Definitions warn about formats that are not known. */
  FormatWarnings: { since: 34 },
  /** Custom resources know the formats of short and long names. */
  KubeNameFormats: { since: 35 },
  /** What bindings of policies match is misspelled where it is refused. */
  MatchResourcesMisspelled: { since: 26, until: 31 },
  /** Numbers of custom resources have to fit their format. */
  NumericFormats: { since: 36 },
  /** The marker for fields that are kept is named in full. */
  PreservingMarkerInFull: { since: 25 },
  /** Custom objects with too few or too many properties are checked like others. */
  PropertyCountsApart: { since: 28 },
  /** Messages of rules lose blanks at their ends. */
  RuleMessagesTrimmed: { since: 27 },
  /** The field that a broken rule names is not that of the rules after it. */
  RulePathsApart: { since: 30 },
  /** Rules of a definition are checked where they stand, once its structure and defaults are right. */
  RulesCheckedInPlace: { since: 25 },
  /** Errors of rules show scalar values, and nothing in place of others; before: the type. */
  RuleValuesShown: { since: 35 },
  /** Definitions warn about sets of items that have parts. */
  SetWarnings: { since: 37 },
  /** A write of a status checks the status alone: paths in texts begin there. */
  StatusCheckedAlone: { since: 28 },
  /** Fields of a status that is checked alone are named from the root. */
  StatusFieldsNamedWhole: { since: 31 },
  /** A write of a status checks its lists, too. */
  StatusListsChecked: { since: 26 },
  /** Versions that may be stored and are not listed are refused with what has to come first. */
  StoredVersionsExplained: { since: 33 },
  /** A stored version that is missing is a fault of those that are named, which messages show. */
  StoredVersionsShown: { since: 28 },
  /** Values of a status that are not valid any more may stay as they are. */
  StatusRatchets: { since: 33 },
  /** Rules are not checked where a value is not one of those that are listed. */
  UnlistedValuesPreventRules: { since: 29 },
  /** Who writes the status of a definition owns nothing of its metadata. */
  DefinitionStatusOwnsNoMetadata: { since: 24, until: 35 },
} as const;
