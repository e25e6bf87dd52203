import type { messages as zh } from '../zh/messages.ts'

/** Mails and text messages: subject, body (a line is a paragraph), the whole of the text message. */
export const messages: typeof zh = {
  automatic: 'This mail was sent automatically; answers are not read.',
  /** What a code is for: whoever gets it learns what somebody is doing. */
  purposes: {
    sign_in: 'sign in',
    reset_password: 'reset your password',
    registration: 'apply for a trial',
    complete_account: 'complete your account',
    change_contact: 'change the phone or mail address of your account',
    other: 'prove who you are',
  },
  code: {
    subject: 'Verification code {{code}}',
    body: 'Your code to {{purpose}} is {{code}}. It is good for 5 minutes and one use.\nTell it to nobody. If you did not ask for it, ignore this mail.',
    phone:
      '[{{brand}}] Your code to {{purpose}} is {{code}}, good for 5 minutes. Tell it to nobody. If you did not ask for it, ignore this.',
  },
  reset_link: {
    subject: 'Reset your password',
    body: 'Somebody asked to reset the password of your account. Open this link within 30 minutes to set a new one; it works once:\n{{link}}\nIf it was not you, ignore this mail: your password stays as it is.',
    phone: '[{{brand}}] Set a new password within 30 minutes: {{link}}',
  },
  reset_done: {
    subject: 'Your password was reset',
    body: 'The password of your account was just reset, and you were signed out everywhere.\nIf it was not you, reset it again at once with "Forgot password" on the sign-in page, and tell your administrator.',
    phone:
      '[{{brand}}] Your password was reset and you were signed out everywhere. If it was not you, reset it again and tell your administrator.',
  },
  password_changed: {
    subject: 'Your password was changed',
    body: 'The password of your account was just changed, and you were signed out everywhere else.\nIf it was not you, reset it at once with "Forgot password" on the sign-in page, and tell your administrator.',
    phone:
      '[{{brand}}] Your password was changed. If it was not you, reset it at once and tell your administrator.',
  },
  contact_changed_phone: {
    subject: 'The phone of your account was changed',
    body: 'The phone of your account was changed; the earlier one does not sign in any more.\nIf it was not you, change your password at once and tell your administrator.',
    phone:
      '[{{brand}}] The phone of your account was changed; this one does not sign in any more. If it was not you, tell your administrator.',
  },
  contact_changed_mail: {
    subject: 'The mail address of your account was changed',
    body: 'The mail address of your account was changed; the earlier one does not sign in any more.\nIf it was not you, change your password at once and tell your administrator.',
    phone:
      '[{{brand}}] The mail address of your account was changed. If it was not you, tell your administrator.',
  },
  invitation: {
    subject: 'You are invited to {{companyName}}',
    body: '{{invitedBy}} invites you to join {{companyName}}. Open this link to accept; it works once:\n{{link}}\nIf you do not know them, ignore this mail.',
    phone: '[{{brand}}] {{invitedBy}} invites you to join {{companyName}}: {{link}}',
  },
  licence_usage: {
    subject: '{{quota}}: 80 % of the quota is used',
    body: '{{quota}}: {{used}} of {{granted}} are used. When the quota is used up nothing more can be added; what is there goes on working.\nSee "Licence management" in the console, and ask your provider for a bigger package or licence in time.',
    phone: '[{{brand}}] {{quota}}: {{used}} of {{granted}} are used.',
  },
  licence_ending: {
    subject: 'A licence ends on {{until}}: {{quota}}',
    body: 'A licence of your company ({{quota}}) ends on {{until}}. What is there goes on working, but nothing more can be added once more is used than granted.\nAsk your provider to renew it in time.',
    phone: '[{{brand}}] A licence of your company ({{quota}}) ends on {{until}}.',
  },
  account_freed: {
    subject: 'How you sign in has changed',
    body: '{{companyName}} was deleted, and its sign-in name {{signInName}} is gone. Your account and your password stay, and are your own: sign in with the address that this message came to, and the same password.',
    phone:
      '[{{brand}}] {{companyName}} was deleted, and its sign-in name {{signInName}} is gone. Sign in with this number or your mail address, and the same password.',
  },
  registration_received: {
    subject: 'We have your application',
    body: 'The application of {{companyName}} for a trial is waiting for approval. The answer comes to this address.',
    phone: '[{{brand}}] The application of {{companyName}} for a trial is waiting for approval.',
  },
  registration_approved: {
    subject: 'Your trial begins',
    body: 'The application of {{companyName}} was approved: the trial lasts 15 days.\nCompany code: {{companyCode}}\nSign in with the phone or mail address and the password that you gave:\n{{link}}',
    phone: '[{{brand}}] {{companyName}} (code {{companyCode}}) was approved. Sign in: {{link}}',
  },
  registration_refused: {
    subject: 'Your application was refused',
    body: 'The application of {{companyName}} for a trial was refused.\nReason: {{reason}}',
    phone: '[{{brand}}] The application of {{companyName}} was refused. Reason: {{reason}}',
  },
  application_failed: {
    subject: 'Activation of {{applicationName}} failed',
    body: 'Activation failed: {{applicationName}}.\n{{failure}}\nSign in to retry it under System settings, Applications.',
    phone: '[{{brand}}] Activation of {{applicationName}} failed. Sign in to retry it.',
  },
  company_moved: {
    subject: '{{companyName}} has another parent',
    body: '{{companyName}} was moved from {{fromName}} to {{toName}}. The old parent can no longer see or manage it. Its people, gateways and data stay as they are.\nReason: {{reason}}',
    phone: '[{{brand}}] {{companyName}} was moved from {{fromName}} to {{toName}}.',
  },
  acting_asked: {
    subject: '{{actorName}} of {{actorCompany}} asks to enter {{companyName}}',
    body: '{{actorName}} of {{actorCompany}} asks to act in {{companyName}} for {{hours, hour|hours}}.\nReason: {{reason}}\nSign in to approve or refuse it under System settings, Acting access.',
    phone: '[{{brand}}] {{actorName}} of {{actorCompany}} asks to enter {{companyName}}. Sign in to decide.',
  },
  terminal_asked: {
    subject: '{{actorName}} of {{actorCompany}} asks for a terminal on {{deviceName}}',
    body: '{{actorName}} of {{actorCompany}} asks for a terminal on the device {{deviceName}} of {{companyName}}.\nReason: {{reason}}\nSign in within {{minutes, minute|minutes}} to allow or refuse it under Smart devices, Terminal sessions.',
    phone:
      '[{{brand}}] {{actorName}} of {{actorCompany}} asks for a terminal on {{deviceName}}. Sign in to decide.',
  },
  acting_glass_broken: {
    subject: '{{actorName}} of {{actorCompany}} entered {{companyName}} by break-glass',
    body: '{{actorName}} of {{actorCompany}} entered {{companyName}} without asking, for 60 minutes. All that is done stands in the audit log.\nReason: {{reason}}\nYou can sign in and end it at once under System settings, Acting access.',
    phone:
      '[{{brand}}] {{actorName}} of {{actorCompany}} entered {{companyName}} by break-glass. Reason: {{reason}}',
  },
  acting_approved: {
    subject: '{{companyName}} lets you in',
    body: '{{companyName}} approved your request to enter, for {{hours, hour|hours}}.\nSign in and choose the tenant in the header. All that you do there stands in the audit logs of both sides.',
    phone: '[{{brand}}] {{companyName}} approved your request to enter, for {{hours, hour|hours}}.',
  },
  acting_refused: {
    subject: '{{companyName}} refused your request',
    body: '{{companyName}} refused your request to enter.\nIf you still need to, talk to them first, and ask again with a reason that says why.',
    phone: '[{{brand}}] {{companyName}} refused your request to enter.',
  },
  tenant_notice: {
    frozen: {
      subject: '{{companyName}} is frozen',
      body: '{{companyName}} is frozen: its people cannot sign in for now. Gateways keep running, and what was asked of them waits until the freeze is lifted.\nReason: {{reason}}\nPlease ask your MSP or the platform if this is unexpected.',
      phone: '[{{brand}}] {{companyName}} is frozen. Reason: {{reason}}',
    },
    thawed: {
      subject: '{{companyName}} is in service again',
      body: 'The freeze of {{companyName}} is lifted: its people can sign in and work as before.',
      phone: '[{{brand}}] The freeze of {{companyName}} is lifted.',
    },
    deactivated: {
      subject: '{{companyName}} is deactivated',
      body: '{{companyName}} is deactivated: nobody can sign in, and what its gateways report is not processed. Its data are kept.\nReason: {{reason}}\nTo take it into service again, please ask your MSP or the platform.',
      phone: '[{{brand}}] {{companyName}} is deactivated. Reason: {{reason}}',
    },
    reactivated: {
      subject: '{{companyName}} is reactivated',
      body: '{{companyName}} is reactivated: its people can sign in and work as before.',
      phone: '[{{brand}}] {{companyName}} is reactivated.',
    },
    converted: {
      subject: '{{companyName}} is now a formal tenant',
      body: '{{companyName}} is now a formal tenant, and all of its data are kept.\nEnd of the contract: {{until}}',
      phone: '[{{brand}}] {{companyName}} is now a formal tenant. End of the contract: {{until}}',
    },
    extended: {
      subject: '{{companyName}} is extended',
      body: 'How long {{companyName}} can be used has changed.\nIt now ends on: {{until}}',
      phone: '[{{brand}}] {{companyName}} now ends on {{until}}',
    },
    ending: {
      subject: '{{companyName}} ends soon',
      body: 'The trial or contract of {{companyName}} ends on {{until}}. It will then be frozen by itself; its data are kept.\nTo go on using it, please ask your MSP or the platform.',
      phone: '[{{brand}}] {{companyName}} ends on {{until}} and will then be frozen.',
    },
    ended: {
      subject: '{{companyName}} has ended',
      body: 'The trial or contract of {{companyName}} ended on {{until}}. It is frozen now; its data are kept.\nTo go on using it, please ask your MSP or the platform.',
      phone: '[{{brand}}] {{companyName}} ended on {{until}} and is frozen.',
    },
    deletion: {
      subject: '{{companyName}} will be deleted',
      body: '{{companyName}} will be deleted on {{until}}, with all of its data. Until then that can be called back, and your MSP or the platform can give you an export of your data.\nReason: {{reason}}',
      phone: '[{{brand}}] {{companyName}} will be deleted on {{until}}. Reason: {{reason}}',
    },
    noEnd: 'none',
  },
}
