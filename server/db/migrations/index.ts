import { alertOpenings } from './0295-alert-openings'
import { identityMigrations } from '../../identity/migrations'
import { tables } from './0001-tables'
import { rowSecurity } from './0002-row-security'
import { names } from './0003-names'
import { sync } from './0010-sync'
import { roleHistory } from './0012-role-history'
import { acuityWatchList } from './0021-acuity-watch-list'
import { rosterVersion } from './0022-roster-version'
import { idleDelivery } from './0030-idle-delivery'
import { monitoringChunks } from './0031-monitoring-chunks'
import { plannedFunctions } from './0033-planned-functions'
import { alerts } from './0040-alerts'
import { silence } from './0041-silence'
import { ingest } from './0042-ingest'
import { keepDueByKey } from './0043-keep-due'
import { boardTrend } from './0045-board-trend'
import { boardSchedules } from './0046-board-schedules'
import { boardRows } from './0047-board-rows'
import { monitoringSession } from './0048-monitoring-session'
import { pokes } from './0050-pokes'
import { waveformWindows } from './0060-waveform-windows'
import { waveformAnalysis } from './0061-waveform-analysis'
import { rescoredCheckups } from './0065-rescored-checkups'
import { alertEnded } from './0070-alert-ended'
import { knownZone } from './0071-known-zone'
import { standingScores } from './0072-standing-scores'
import { monitoredBoard } from './0073-monitored-board'
import { oneDue } from './0074-one-due'
import { storeCheckup } from './0079-store-checkup'
import { endedAccounts } from './0081-ended-accounts'
import { similarNamesByKey } from './0084-similar-names'
import { claimedSlots } from './0082-claimed-slots'
import { quarterOfAStart } from './0086-quarter-of-a-start'
import { pokesOfRights } from './0087-pokes-of-rights'
import { noteClockSkew } from './0088-note-clock-skew'
import { apiKeys } from './0200-api-keys'
import { ewsBasis } from './0210-ews-basis'
import { freshByScore } from './0201-fresh-by-score'
import { jobHearing } from './0202-job-hearing'
import { news2Applies } from './0203-news2-applies'
import { silentPatients } from './0205-silent-patients'
import { keptAnswers } from './0206-kept-answers'
import { wards } from './0211-wards'
import { jobRoles } from './0230-job-roles'
import { userLists } from './0231-user-lists'
import { patientLookup } from './0250-patient-lookup'
import { scoreMarks } from './0212-score-marks'
import { failedOximeters } from './0213-failed-oximeters'
import { pathways } from './0240-pathways'
import { pathwayChanges } from './0241-pathway-changes'
import { outgoing } from './0220-outgoing'
import { admission } from './0260-admission'
import { actionLogPages } from './0280-action-log-pages'
import { patientList } from './0251-patient-list'
import { identifierTrace } from './0281-identifier-trace'
import { stay } from './0270-stay'
import { removal } from './0275-removal'
import { withheldPasswords } from './0290-withheld-passwords'
import { practiceLead } from './0291-practice-lead'
import { lastDischarge } from './0292-last-discharge'
import { lease } from './0380-lease'
import { recordReads } from './0340-record-reads'
import { wardDuty } from './0410-ward-duty'
import { newestRhythm } from './0450-newest-rhythm'
import { nameFolding } from './0460-name-folding'
import { alertDealtWith } from './0470-alert-dealt-with'
import { similarNamesOfKeys } from './0470-similar-names-by-key'
import { longerContext } from './0480-longer-context'
import { referrals } from './0500-referrals'
import { referredStay } from './0501-referred-stay'
import { staffWithoutName } from './0490-staff-without-name'
import { ehrIntegrations } from './0510-ehr-integrations'
import { rhythmEventsOfTypes } from './0560-rhythm-events'
import { checkupFiles } from './0530-checkup-files'
import { alertHolds } from './0535-alert-holds'
import { brokenLimits } from './0540-broken-limits'
import { unscoredBoard } from './0541-unscored-board'
import { emergencyAccess } from './0341-emergency-access'
import { openingKept } from './0390-opening-kept'
import { checkupOrigin } from './0440-checkup-origin'
import { pathwayThresholds } from './0441-pathway-thresholds'
import { recordRefusals } from './0400-record-refusals'
import { patientEdit } from './0276-patient-edit'
import { selfCare } from './0261-self-care'
import { refusedRecordsWhole } from './0282-refused-record-whole'
import { refusedRecords } from './0214-refused-record'
import { mends } from './0350-mends'
import { secondFactorDuty } from './0351-second-factor'
import { wardCapacities } from './0360-ward-capacity'
import { checkupSlots } from './0361-checkup-slots'
import { documents } from './0310-documents'
import { reportContents } from './0430-report-contents'
import { documentParts } from './0431-document-parts'
import { patientChat } from './0520-patient-chat'
import { notifications } from './0521-notifications'
import { alertOutcomes } from './0580-alert-outcomes'
import { deviceKeyEnds } from './0590-device-key-ends'
import { alertValues } from './0591-alert-values'
import { refusedDeliveries } from './0600-refused-deliveries'
import { spentTokens } from './0603-spent-tokens'
import { triggerOpenings } from './0601-trigger-openings'
import { presentPassword } from './0610-present-password'
import { partRecords } from './0650-part-records'
import { endsInOrder } from './0651-ends-in-order'
import { accessesOfAShift } from './0652-accesses-of-a-shift'
import { accountLogPages } from './0653-account-log-pages'
import { deviceNames } from './0654-device-names'
import { directoryAnswers } from './0670-directory-answers'
import { sessionDevice } from './0671-session-device'
import { oneFolding } from './0680-one-folding'
import { rowsByIndex } from './0700-rows-by-index'
import { similarNamesOfOwn } from './0701-similar-names-of-own'
import { traceDue } from './0702-trace-due'
import { silenceWatch } from './0703-silence-watch'
import { serverSecret } from './0704-server-secret'
import { clinicalUrgency } from './0545-clinical-urgency'
import { partRecordAnswers } from './0710-part-record-answers'
import { accessesKept } from './0720-accesses-kept'
import { sealedReads } from './0721-sealed-reads'
import type { Migration } from './migration'
import { ownNewest } from './0550-own-newest'

/** Every migration, in the order in which they run. */
export const migrations: readonly Migration[] = [
  tables,
  rowSecurity,
  names,
  sync,
  roleHistory,
  acuityWatchList,
  rosterVersion,
  idleDelivery,
  monitoringChunks,
  plannedFunctions,
  alerts,
  boardTrend,
  boardSchedules,
  monitoringSession,
  boardRows,
  silence,
  ingest,
  keepDueByKey,
  pokes,
  waveformWindows,
  waveformAnalysis,
  rescoredCheckups,
  alertEnded,
  knownZone,
  standingScores,
  monitoredBoard,
  oneDue,
  storeCheckup,
  ...identityMigrations,
  endedAccounts,
  similarNamesByKey,
  claimedSlots,
  quarterOfAStart,
  pokesOfRights,
  noteClockSkew,
  apiKeys,
  freshByScore,
  jobHearing,
  news2Applies,
  silentPatients,
  keptAnswers,
  ewsBasis,
  wards,
  jobRoles,
  userLists,
  patientLookup,
  scoreMarks,
  failedOximeters,
  pathways,
  pathwayChanges,
  outgoing,
  admission,
  actionLogPages,
  patientList,
  identifierTrace,
  stay,
  removal,
  patientEdit,
  selfCare,
  refusedRecords,
  refusedRecordsWhole,
  withheldPasswords,
  practiceLead,
  alertOpenings,
  lastDischarge,
  lease,
  recordReads,
  mends,
  secondFactorDuty,
  wardCapacities,
  checkupSlots,
  documents,
  emergencyAccess,
  openingKept,
  recordRefusals,
  wardDuty,
  newestRhythm,
  checkupOrigin,
  pathwayThresholds,
  reportContents,
  documentParts,
  nameFolding,
  alertDealtWith,
  similarNamesOfKeys,
  longerContext,
  staffWithoutName,
  ehrIntegrations,
  checkupFiles,
  referrals,
  patientChat,
  notifications,
  referredStay,
  alertHolds,
  rhythmEventsOfTypes,
  brokenLimits,
  unscoredBoard,
  clinicalUrgency,
  ownNewest,
  alertOutcomes,
  deviceKeyEnds,
  alertValues,
  refusedDeliveries,
  triggerOpenings,
  spentTokens,
  presentPassword,
  partRecords,
  endsInOrder,
  accessesOfAShift,
  accountLogPages,
  deviceNames,
  directoryAnswers,
  sessionDevice,
  oneFolding,
  rowsByIndex,
  similarNamesOfOwn,
  traceDue,
  silenceWatch,
  partRecordAnswers,
  serverSecret,
  accessesKept,
  sealedReads,
]
