/** Time ranges up to now that the audit log offers (specification §9). */
export const auditRanges = ['12h', '24h', 'today', '3d', '7d'] as const

/** What stands in audit logs without an endpoint that declares it: what happens by itself, or before anybody is known. */
export type AuditEvent =
  | 'account.completed'
  | 'acting.entered'
  | 'application.activation_done'
  | 'application.activation_failed'
  | 'application.maintenance_over'
  | 'application.token_refused'
  | 'product.maintenance_over'
  | 'company.deleted'
  | 'company.registered'
  | 'enrolment.limit_reached'
  | 'gateway.certificate_mismatch'
  | 'gateway.certificate_refused'
  | 'gateway.claim_refused'
  | 'gateway.enrolled'
  | 'invitation.accepted'
  | 'password.reset'
  | 'permission.denied'
  | 'registration.received'
  | 'role.received'
  | 'session.opened'
  | 'sign_in.failed'
