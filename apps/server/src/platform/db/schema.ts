import type {
  CompanyPackageTable,
  LicenceTable,
  LicenceHistoryTable,
  EntitlementTable,
  UsageSnapshotTable,
  LicenceFileTable,
  LicenceImportTable,
} from './schema/licences.ts'
import type {
  CompanyTable,
  GatewayTombstoneTable,
  CompanyAncestorTable,
  MemberTable,
  OrgNodeTable,
  RoleTable,
  MemberRoleTable,
  RolePublicationTable,
  DefaultRoleTable,
  CompanyRegistrationTable,
  InvitationTable,
  AuditLogTable,
  LiveEventTable,
  FileTable,
  FileChunkTable,
  CompanyLogoTable,
} from './schema/organisations.ts'
import type {
  DeviceTable,
  DevicePresenceTable,
  DeviceParameterTable,
  DeviceTimelineTable,
  DeviceCommandTable,
  DeviceTransferTable,
  DeviceCheckTable,
  DiagnosticBatchTable,
  RestartBatchTable,
  DiagnosticRunTable,
  OutletTable,
  InternetLineTable,
  LinePasswordTable,
} from './schema/devices.ts'
import type {
  ProductTable,
  ApplicationTable,
  ApplicationStepTable,
  ApplicationKeyTable,
  ApplicationSessionTable,
} from './schema/applications.ts'
import type {
  TerminalAccessTable,
  TerminalChunkTable,
  TerminalProfileTable,
  TerminalSessionTable,
  TerminalSettingTable,
  TerminalWatchTable,
} from './schema/terminals.ts'
import type {
  TenantGroupTable,
  TenantGroupMemberTable,
  ActingGrantTable,
  ActingConsentTable,
  ActingAccessTable,
  ActingEndTable,
  ActingVisitTable,
} from './schema/acting.ts'
import type {
  ProvisionAcceptanceTable,
  ProvisionPreviewTable,
  ProvisionReadTable,
  ProvisionRolloutTable,
  ProvisionSecretTable,
  ProvisionSettingTable,
  ProvisionStateTable,
  ProvisionTemplateTable,
  ProvisionTrialTable,
  ProvisionVersionTable,
} from './schema/provisioning.ts'

/** The tables that request roles can reach; what definer functions alone reach is not here. */
export interface Database {
  company: CompanyTable
  company_ancestor: CompanyAncestorTable
  company_logo: CompanyLogoTable
  gateway_tombstone: GatewayTombstoneTable
  file: FileTable
  file_chunk: FileChunkTable
  member: MemberTable
  org_node: OrgNodeTable
  role: RoleTable
  member_role: MemberRoleTable
  role_publication: RolePublicationTable
  default_role: DefaultRoleTable
  company_registration: CompanyRegistrationTable
  invitation: InvitationTable
  audit_log: AuditLogTable
  live_event: LiveEventTable
  outlet: OutletTable
  internet_line: InternetLineTable
  line_password: LinePasswordTable
  tenant_group: TenantGroupTable
  tenant_group_member: TenantGroupMemberTable
  acting_grant: ActingGrantTable
  acting_consent: ActingConsentTable
  acting_access: ActingAccessTable
  acting_end: ActingEndTable
  acting_visit: ActingVisitTable
  device: DeviceTable
  device_presence: DevicePresenceTable
  device_parameter: DeviceParameterTable
  device_timeline: DeviceTimelineTable
  device_command: DeviceCommandTable
  device_transfer: DeviceTransferTable
  terminal_access: TerminalAccessTable
  terminal_session: TerminalSessionTable
  terminal_chunk: TerminalChunkTable
  terminal_setting: TerminalSettingTable
  terminal_profile: TerminalProfileTable
  terminal_watch: TerminalWatchTable
  provision_acceptance: ProvisionAcceptanceTable
  provision_preview: ProvisionPreviewTable
  provision_read: ProvisionReadTable
  provision_rollout: ProvisionRolloutTable
  provision_secret: ProvisionSecretTable
  provision_setting: ProvisionSettingTable
  provision_state: ProvisionStateTable
  provision_template: ProvisionTemplateTable
  provision_trial: ProvisionTrialTable
  provision_version: ProvisionVersionTable
  device_check: DeviceCheckTable
  diagnostic_batch: DiagnosticBatchTable
  restart_batch: RestartBatchTable
  diagnostic_run: DiagnosticRunTable
  product: ProductTable
  application: ApplicationTable
  application_step: ApplicationStepTable
  application_key: ApplicationKeyTable
  application_session: ApplicationSessionTable
  company_package: CompanyPackageTable
  licence: LicenceTable
  licence_history: LicenceHistoryTable
  entitlement: EntitlementTable
  usage_snapshot: UsageSnapshotTable
  licence_file: LicenceFileTable
  licence_import: LicenceImportTable
}
