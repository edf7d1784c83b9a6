/** What the fields of objects hold, how values are compared and shown, and the errors about them. */
export { CronSchedule, parseSchedule } from './cron/schedule.ts';
export { type ClockChange, clockChanges, offsetAt } from './cron/transitions.ts';
export { checkTimeZone, isUtc } from './cron/zone.ts';
export { applyConflict } from './errors/apply-conflict.ts';
export { isMethodNotSupported, isUnsupportedMediaType } from './errors/error-codes.ts';
export {
  ApiError,
  type FailureStatus,
  type ResourceName,
  type StatusDetails,
  type StatusReason,
  alreadyExists,
  badRequest,
  beingDeleted,
  conflict,
  continueTooOld,
  expired,
  forbiddenObject,
  forbiddenPath,
  generatedNameTaken,
  internalError,
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNamespaceTerminating,
  isNotFound,
  isTooLargeVersion,
  listRevisionTooOld,
  methodNotSupported,
  namespaceTerminating,
  notAcceptable,
  notAcceptableForm,
  notAcceptableShape,
  notFound,
  requestEntityTooLarge,
  serverError,
  staleWrite,
  terminatingKind,
  timeout,
  tooLargeResourceVersion,
  tooManyRequests,
  unauthorized,
  unknownPath,
  unprocessable,
  unsupportedMediaType,
  unsupportedPatchType,
  verbNotSupported,
  watchRevisionTooOld,
} from './errors/errors.ts';
export { inJson, invalidObject } from './errors/invalid-object.ts';
export {
  type FieldError,
  type FieldErrorReason,
  type FieldErrors,
  addAll,
  checkEach,
  checkInParts,
  checkKeys,
  checkThen,
  duplicate,
  findErrors,
  findingErrors,
  forbidden,
  inField,
  internal,
  invalid,
  invalidFor,
  invalidMessage,
  isEnough,
  lateError,
  notFoundValue,
  notSupported,
  notSupportedMessage,
  required,
  show,
  supportedList,
  longerThan,
  tooLong,
  tooMany,
  isSince,
  type Release,
  withoutRepeats,
} from './errors/field-errors.ts';
export { goJson } from './go/json.ts';
export { isGoInt, parseGoInt } from './go/number.ts';
export { quote } from './go/quote.ts';
export {
  selectorString,
  showIntOrString,
  showItems,
  showJson,
  showLabels,
  showList,
  showSelector,
  showName,
  showStrings,
  showPointer,
  showPointerTo,
  showStruct,
  showTime,
} from './go/show.ts';
export { type Shown, goOf, inGo, jsonOf, shownNull } from './go/shown.ts';
export { type GoUrl, parseGoUrl } from './go/url.ts';
export { type GoType, goText, goTextOfMap, goTypeOfValue } from './go/value.ts';
export { type IntOrString, scaledValue } from './int-or-string.ts';
export { GivenFields, SpelledNumber } from './json/given.ts';
export { escapeJson } from './json/json-escape.ts';
export { parseJson } from './json/parse.ts';
export { parsingJson } from './json/parsing.ts';
export {
  compactJson,
  elementTexts,
  fieldTexts,
  hasSameText,
  objectJson,
  rawJson,
  rawText,
} from './json/raw-json.ts';
export { JsonSyntaxError, deepestInGo, readJson } from './json/read.ts';
export { withSortedKeys } from './json/sorted-keys.ts';
export { countObjects, isDeeper, surveyJson } from './json/survey.ts';
export { Lru } from './lru.ts';
export { imageTag } from './names/image-name.ts';
export { isEmail, isHostname, isRequestUri } from './names/internet.ts';
export {
  type Cidr,
  type IpBytes,
  canonicalIp,
  contains,
  formatCidr,
  formatIpv4,
  ipv4Number,
  isCidr,
  isIpv6,
  isMappedIp,
  parseCidr,
  parseIp,
  parseIpv4Range,
  type Ipv4Range,
} from './names/ip-address.ts';
export { compareKubeVersions } from './names/kube-version.ts';
export {
  compareSemanticVersions,
  readSemanticVersion,
  type SemanticVersion,
} from './names/semantic-version.ts';
export {
  asPrefix,
  checkCIdentifier,
  checkConditionReason,
  checkConfigKey,
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkMixedCaseSubdomain,
  checkEnvName,
  checkHeaderName,
  checkLabelValue,
  checkPathSegment,
  checkQualifiedName,
  checkWildcardSubdomain,
  lengthMessage,
} from './names/names.ts';
export { nearest } from './names/nearest.ts';
export { folderOfPath, isAbsolute, joinPaths, normalizePath, splitPath } from './names/path.ts';
export {
  canBeOvercommitted,
  isExtendedResource,
  isNativeResource,
  requestsPrefix,
} from './names/resource-names.ts';
export {
  changeElements,
  changeField,
  copyOf,
  extended,
  fill,
  fillAbsent,
  fillMap,
  fillUnset,
  omitFields,
  omitUnset,
  withField,
} from './objects/change.ts';
export { type Change, changing, changingElements, changingField } from './objects/changing.ts';
export { deepEqual } from './objects/equal.ts';
export {
  copyOfMetadata,
  LateOwners,
  areLate,
  copyIfLate,
  equalParts,
  lateOwnersOf,
  shareLateOwners,
  metadataWith,
  ownersToCome,
  showOwnersOf,
  withLateOwners,
} from './objects/late-owners.ts';
export {
  type KubeObject,
  type NewObject,
  controllerOf,
  keyOf,
  splitKey,
} from './objects/object.ts';
export {
  type Cause,
  type Causes,
  type Origin,
  type ReconcileId,
  type WebhookChange,
  programOf,
} from './objects/origin.ts';
export { own, setOwn } from './objects/own.ts';
export { emptyMap, semanticEqual } from './objects/semantic-equal.ts';
export { stableSorted } from './objects/stable-sort.ts';
export { fnv1a32, revisionData, serializeTemplate, templateHash } from './objects/template-hash.ts';
export type { QuantityFormat } from './quantity/format.ts';
export { milliOf, unitsOf } from './quantity/numbers.ts';
export {
  ExactQuantity,
  parseQuantity,
  parseQuantityJson,
  quantityOf,
  roundResource,
} from './quantity/quantity.ts';
export { bytesText } from './quantity/readable.ts';
export { FieldSelector, parseFieldSelector } from './selectors/field-selector.ts';
export {
  type LabelOperator,
  type Labels,
  labelRequirement,
  meets,
} from './selectors/label-requirement.ts';
export {
  type LabelSelectorLike,
  Selector,
  everything,
  matchesNothing,
  parseLabelSelector,
  selectLabels,
  selectorOf,
} from './selectors/label-selector.ts';
export {
  base64Length,
  compareBytes,
  concatBytes,
  fromBase64,
  hexText,
  latin1Text,
  toBase64,
  toBase64Url,
  utf8Bytes,
  utf8Length,
  utf8Text,
} from './text/bytes.ts';
export { type Regex, regexOf } from './text/regex.ts';
export { fitsWildcards, starMatcher } from './text/wildcard.ts';
export { dateOfDay, dayOfDate, weekdayOfDay } from './time/civil.ts';
export { formatGoDuration, parseGoDuration } from './time/go-duration.ts';
export { readInstant } from './time/parse.ts';
export {
  formatAge,
  formatExactTime,
  formatHumanDuration,
  formatMicroTime,
  formatRfc1123,
  formatTime,
  parseMicroTime,
  parseTime,
} from './time/time.ts';
export {
  type CertificateRequest,
  checkSignature,
  provesPossession,
  parseCertificateRequest,
} from './x509/certificate-request.ts';
export {
  type CertificateContents,
  authorityKeyId,
  keyIdOf,
  keyUsage,
  signCertificate,
  signingKeys,
} from './x509/certificate.ts';
export { der } from './x509/index.ts';
export { isAuthority, publicKeyOf, readIssuer } from './x509/issuer.ts';
export { keyFault } from './x509/key-fault.ts';
export { type PemBlock, pemBlocks } from './x509/pem.ts';
export { type Authority, signRequest } from './x509/sign-request.ts';
export { walkResumably, type LongLists, mapShared } from './work/long-lists.ts';
export {
  finishing,
  andThen,
  runToEnd,
  runInTurns,
  isResumable,
  Pace,
  type Resumable,
  type YieldTurn,
} from './work/resumable.ts';
