import type { messages as zh } from '../zh/messages.ts'

/** Mails and text messages: subject, body (a line is a paragraph), the whole of the text message. */
export const messages: typeof zh = {
  automatic: 'This email was sent automatically. Please do not reply.',
  replyAbove: '##- Write your reply above this line -##',
  replyRead:
    'Your reply becomes a note on the work order that the customer can read; pictures and files are added to it.',
  /** What a code is for: its recipient learns what is being done. */
  purposes: {
    sign_in: 'sign in',
    reset_password: 'reset your password',
    registration: 'register your company',
    complete_account: 'complete your account',
    change_contact: 'change the phone or email of your account',
    work_report: 'report a fault',
    other: 'verify your identity',
  },
  code: {
    subject: 'Verification code {{code}}',
    body: 'Your code to {{purpose}} is {{code}}. It is valid for 5 minutes and can be used once.\nDo not share it. If you did not request it, ignore this email.',
    phone:
      '[{{brand}}] Your code to {{purpose}} is {{code}}, valid for 5 minutes. Do not share it. If you did not request it, ignore this message.',
  },
  reset_link: {
    subject: 'Reset your password',
    body: 'A password reset was requested for your account. Open this link within 30 minutes to set a new password. The link works once:\n{{link}}\nIf you did not request this, ignore this email. Your password does not change.',
    phone: '[{{brand}}] Set a new password within 30 minutes: {{link}}',
  },
  reset_done: {
    subject: 'Your password was reset',
    body: 'The password of your account was just reset, and you were signed out everywhere.\nIf this was not you, reset it again immediately with "Forgot password?" on the sign-in page, and contact your administrator.',
    phone:
      '[{{brand}}] Your password was reset and you were signed out everywhere. If this was not you, reset it again and contact your administrator.',
  },
  password_changed: {
    subject: 'Your password was changed',
    body: 'The password of your account was just changed, and you were signed out on all other devices.\nIf this was not you, reset it immediately with "Forgot password?" on the sign-in page, and contact your administrator.',
    phone:
      '[{{brand}}] Your password was changed. If this was not you, reset it immediately and contact your administrator.',
  },
  contact_changed_phone: {
    subject: 'The phone of your account was changed',
    body: 'The phone number of your account was changed. The previous one can no longer be used to sign in.\nIf this was not you, change your password immediately and contact your administrator.',
    phone:
      '[{{brand}}] The phone number of your account was changed. This one can no longer be used to sign in. If this was not you, contact your administrator.',
  },
  contact_changed_mail: {
    subject: 'The email of your account was changed',
    body: 'The email of your account was changed. The previous one can no longer be used to sign in.\nIf this was not you, change your password immediately and contact your administrator.',
    phone:
      '[{{brand}}] The email of your account was changed. If this was not you, contact your administrator.',
  },
  invitation: {
    subject: 'You are invited to {{companyName}}',
    body: '{{invitedBy}} invites you to join {{companyName}}. Open this link to accept. The link works once:\n{{link}}\nIf you do not know the sender, ignore this email.',
    phone: '[{{brand}}] {{invitedBy}} invites you to join {{companyName}}: {{link}}',
  },
  licence_usage: {
    subject: '{{quota}}: 80% of the quota is used',
    body: '{{quota}}: {{used}} of {{granted}} used. When the quota is used up, nothing more can be added; existing resources are not affected.\nSee "Licence management" in the console, and contact your provider in time to extend the licence or upgrade the package.',
    phone: '[{{brand}}] {{quota}}: {{used}} of {{granted}} used.',
  },
  channel_failing: {
    subject: 'Integration fails: {{name}}',
    body: 'The integration "{{name}}" keeps failing: {{reason}}. Check its settings and test it again:\n{{link}}',
    phone: '[{{brand}}] The integration "{{name}}" keeps failing: {{reason}}. Check it.',
  },
  channel_secret_ending: {
    subject: 'Secret of an integration is about to end: {{name}}',
    body: 'The secret or certificate of the integration "{{name}}" ends on {{until}}. Members cannot sign in through it after that. Replace it at the service and enter the new one here:\n{{link}}',
    phone:
      '[{{brand}}] The secret or certificate of the integration "{{name}}" ends on {{until}}. Replace it in time.',
  },
  token_budget: {
    subject: 'Assistant: {{share}} % of the budget of this month used',
    body: 'The assistant has used {{share}} % of its budget for {{month}}. Its calls stop at 100 %. The budget is set here:\n{{link}}',
    phone:
      '[{{brand}}] The assistant has used {{share}} % of its budget for {{month}}. Its calls stop at 100 %.',
  },
  tokens_asked: {
    subject: '{{personName}} asks for more of the assistant: {{budget}}',
    body: 'A budget of the assistant is used up ({{budget}}), and {{personName}} asks for more.\nReason: {{reason}}\nGrant or refuse it here:\n{{link}}',
    phone: '[{{brand}}] {{personName}} asks for more of the assistant ({{budget}}). Sign in to decide.',
  },
  tokens_granted: {
    subject: 'Granted: more of the assistant ({{budget}})',
    body: '{{decidedBy}} granted more of the assistant ({{budget}}). You can go on.\n{{answer}}',
    phone: '[{{brand}}] {{decidedBy}} granted more of the assistant ({{budget}}).',
  },
  tokens_refused: {
    subject: 'Refused: more of the assistant ({{budget}})',
    body: '{{decidedBy}} refused the request for more of the assistant ({{budget}}).\nReason: {{answer}}',
    phone: '[{{brand}}] {{decidedBy}} refused more of the assistant ({{budget}}). Reason: {{answer}}',
  },
  licence_ending: {
    subject: 'Licence expires on {{until}}: {{quota}}',
    body: 'A licence of your company ({{quota}}) expires on {{until}}. Existing resources are not affected, but nothing can be added while usage exceeds the quota.\nContact your provider in time to renew it.',
    phone: '[{{brand}}] A licence of your company ({{quota}}) expires on {{until}}.',
  },
  account_freed: {
    subject: 'Your sign-in name has changed',
    body: '{{companyName}} was deleted, and its sign-in name {{signInName}} can no longer be used. Your account and password are kept: sign in with the address that received this message and the same password.',
    phone:
      '[{{brand}}] {{companyName}} was deleted, and its sign-in name {{signInName}} can no longer be used. Sign in with this number or your email, and the same password.',
  },
  registration_received: {
    subject: 'Registration received',
    body: 'The registration of {{companyName}} is waiting for approval. The result will be sent to this address.',
    phone: '[{{brand}}] The registration of {{companyName}} is waiting for approval.',
  },
  registration_approved: {
    subject: 'Your trial has started',
    body: 'The registration of {{companyName}} was approved. The trial lasts 15 days.\nCompany code: {{companyCode}}\nSign in with the phone or email and the password that you registered with:\n{{link}}',
    phone: '[{{brand}}] {{companyName}} (code {{companyCode}}) was approved. Sign in: {{link}}',
  },
  registration_refused: {
    subject: 'Registration rejected',
    body: 'The registration of {{companyName}} was rejected.\nReason: {{reason}}',
    phone: '[{{brand}}] The registration of {{companyName}} was rejected. Reason: {{reason}}',
  },
  application_failed: {
    subject: 'Activation of {{applicationName}} failed',
    body: 'Activation failed: {{applicationName}}.\n{{failure}}\nSign in to retry it under System settings, Applications.',
    phone: '[{{brand}}] Activation of {{applicationName}} failed. Sign in to retry it.',
  },
  company_moved: {
    subject: '{{companyName}} has a new parent',
    body: '{{companyName}} was moved from {{fromName}} to {{toName}}. The old parent can no longer view or manage it. Its members, gateways, and data do not change.\nReason: {{reason}}',
    phone: '[{{brand}}] {{companyName}} was moved from {{fromName}} to {{toName}}.',
  },
  acting_asked: {
    subject: '{{actorName}} of {{actorCompany}} requests to enter {{companyName}}',
    body: '{{actorName}} of {{actorCompany}} requests to act in {{companyName}} for {{hours, hour|hours}}.\nReason: {{reason}}\nSign in to approve or reject the request under System settings, Acting access.',
    phone:
      '[{{brand}}] {{actorName}} of {{actorCompany}} requests to enter {{companyName}}. Sign in to decide.',
  },
  terminal_asked: {
    subject: '{{actorName}} of {{actorCompany}} requests a terminal on {{deviceName}}',
    body: '{{actorName}} of {{actorCompany}} requests a terminal on device {{deviceName}} of {{companyName}}.\nReason: {{reason}}\nSign in within {{minutes, minute|minutes}} to approve or reject it under Smart devices, Terminal sessions.',
    phone:
      '[{{brand}}] {{actorName}} of {{actorCompany}} requests a terminal on {{deviceName}}. Sign in to decide.',
  },
  acting_glass_broken: {
    subject: '{{actorName}} of {{actorCompany}} used break-glass access to {{companyName}}',
    body: '{{actorName}} of {{actorCompany}} entered {{companyName}} with break-glass access, without approval, for 60 minutes. All actions are recorded in the audit log.\nReason: {{reason}}\nSign in to end the access immediately under System settings, Acting access.',
    phone:
      '[{{brand}}] {{actorName}} of {{actorCompany}} used break-glass access to {{companyName}}. Reason: {{reason}}',
  },
  acting_approved: {
    subject: '{{companyName}} approved your request',
    body: '{{companyName}} approved your request to enter, for {{hours, hour|hours}}.\nSign in and select the tenant in the header. All actions are recorded in the audit logs of both companies.',
    phone: '[{{brand}}] {{companyName}} approved your request to enter, for {{hours, hour|hours}}.',
  },
  acting_refused: {
    subject: '{{companyName}} rejected your request',
    body: '{{companyName}} rejected your request to enter.\nIf you still need access, contact the company first and send a new request with a reason.',
    phone: '[{{brand}}] {{companyName}} rejected your request to enter.',
  },
  order_notice: {
    created: {
      subject: 'New work order #{{number}}: {{title}}',
      body: 'Work order #{{number}} of {{companyName}} was created: {{title}}.\n{{link}}',
      phone: '[{{brand}}] New work order #{{number}}: {{title}}.',
    },
    assigned: {
      subject: 'Work order #{{number}} is assigned to you: {{title}}',
      body: '{{actorName}} assigned work order #{{number}} of {{companyName}}, {{title}}, to you. It is due by {{due}}.\n{{link}}',
      phone: '[{{brand}}] Work order #{{number}} is assigned to you: {{title}}, due by {{due}}.',
    },
    refused: {
      subject: 'Work order #{{number}} was refused: {{title}}',
      body: '{{actorName}} refused work order #{{number}} of {{companyName}}, {{title}}. It waits to be assigned again.\nReason: {{note}}\n{{link}}',
      phone: '[{{brand}}] {{actorName}} refused work order #{{number}}: {{title}}.',
    },
    due: {
      subject: 'Work order #{{number}}: {{percent}}% of the time used ({{clock}}): {{title}}',
      body: 'Work order #{{number}} of {{companyName}}, {{title}}: {{percent}}% of the time is used ({{clock}}). It is due by {{due}}.\n{{link}}',
      phone: '[{{brand}}] Work order #{{number}}: {{percent}}% of the time used ({{clock}}); due by {{due}}.',
    },
    resolved: {
      subject: 'Work order #{{number}} is resolved: {{title}}',
      body: '{{actorName}} resolved work order #{{number}} of {{companyName}}, {{title}}.\nSolution: {{note}}\n{{link}}',
      phone: '[{{brand}}] Work order #{{number}} is resolved: {{title}}.',
    },
    resumed: {
      subject: 'Work order #{{number}} goes on: {{title}}',
      body: 'Work order #{{number}} of {{companyName}}, {{title}}, was suspended until now and goes on. It is due by {{due}}.\n{{link}}',
      phone: '[{{brand}}] Work order #{{number}} goes on: {{title}}.',
    },
    reopened: {
      subject: 'Work order #{{number}} was reopened: {{title}}',
      body: '{{actorName}} reopened work order #{{number}} of {{companyName}}, {{title}}. It is due by {{due}}.\nReason: {{note}}\n{{link}}',
      phone: '[{{brand}}] Work order #{{number}} was reopened: {{title}}.',
    },
    carrier_late: {
      subject: 'Chase the ISP: work order #{{number}}, {{title}}',
      body: 'The ISP missed the restoration that it promised for work order #{{number}} of {{companyName}}, {{title}}.\n{{link}}',
      phone: '[{{brand}}] The ISP missed its promise for work order #{{number}}.',
    },
  },
  rating_asked: {
    subject: 'How did we do? Work order #{{number}}',
    body: 'Work order #{{number}} of {{companyName}}, {{title}}, is resolved. Please rate it here; the link is valid for 90 days.\n{{link}}',
    phone: '[{{brand}}] Work order #{{number}} is resolved. Please rate it: {{link}}',
  },
  approval_notice: {
    asked: {
      subject: 'Awaiting your approval: {{title}}',
      body: '{{actorName}} asks for approval of {{title}} ({{companyName}}).\nNote: {{note}}\n{{link}}',
      phone: '[{{brand}}] {{actorName}} asks for your approval: {{title}}.',
    },
    approved: {
      subject: 'Approved: {{title}}',
      body: '{{title}} ({{companyName}}), for which you asked, is approved.\nNote: {{note}}\n{{link}}',
      phone: '[{{brand}}] {{title}}, for which you asked, is approved.',
    },
    refused: {
      subject: 'Not approved: {{title}}',
      body: '{{actorName}} did not approve {{title}} ({{companyName}}), for which you asked.\nReason: {{note}}\n{{link}}',
      phone: '[{{brand}}] {{actorName}} did not approve {{title}}.',
    },
  },
  service_report: {
    attached: {
      subject: '{{title}}, {{from}} to {{to}}',
      body: '{{makerName}} has issued a report: {{title}}, {{from}} to {{to}}.\n{{availability}}\n{{outages}}\n{{alarms}}\n{{inTime}}\n{{rating}}\nThe whole report is attached as PDF. People with an account also find it here:\n{{link}}',
      phone: '[{{brand}}] {{title}} is ready.',
    },
    linked: {
      subject: '{{title}}, {{from}} to {{to}}',
      body: '{{makerName}} has issued a report: {{title}}, {{from}} to {{to}}.\n{{availability}}\n{{outages}}\n{{alarms}}\n{{inTime}}\n{{rating}}\nThe whole report, for people with an account:\n{{link}}',
      phone: '[{{brand}}] {{title}} is ready.',
    },
  },
  rota_notice: {
    handover_write: {
      subject: 'Complete your hand-over: {{title}}',
      body: 'Your shift on {{title}} ({{companyName}}) has ended. Active alarms and promises are listed in the hand-over. Add what {{actorName}} has to know.\n{{link}}',
      phone: '[{{brand}}] Your shift on {{title}} has ended. Complete the hand-over.',
    },
    handover_accept: {
      subject: 'Take over the shift: {{title}}',
      body: '{{actorName}} hands the shift on {{title}} ({{companyName}}) over to you. Read the hand-over and take over.\n{{link}}',
      phone: '[{{brand}}] {{actorName}} hands the shift on {{title}} over to you.',
    },
    handover_write_late: {
      subject: 'Hand-over not completed yet: {{title}}',
      body: 'Your shift on {{title}} ({{companyName}}) ended more than an hour ago, and the hand-over to {{actorName}} is not completed.\n{{link}}',
      phone: '[{{brand}}] Your hand-over of {{title}} is not completed yet.',
    },
    handover_accept_late: {
      subject: 'Shift not taken over yet: {{title}}',
      body: 'The shift of {{actorName}} on {{title}} ({{companyName}}) ended more than an hour ago, and you have not taken over.\n{{link}}',
      phone: '[{{brand}}] You have not taken over the shift on {{title}} yet.',
    },
    swap_asked: {
      subject: 'A colleague asks for a swap: {{title}}',
      body: '{{actorName}} asks you to take a shift on {{title}} ({{companyName}}).\nReason: {{note}}\n{{link}}',
      phone: '[{{brand}}] {{actorName}} asks you to take a shift on {{title}}.',
    },
    swap_accepted: {
      subject: 'Swap accepted: {{title}}',
      body: '{{actorName}} takes your shift on {{title}} ({{companyName}}).\n{{link}}',
      phone: '[{{brand}}] {{actorName}} takes your shift on {{title}}.',
    },
    swap_declined: {
      subject: 'Swap declined: {{title}}',
      body: '{{actorName}} declined to take your shift on {{title}} ({{companyName}}). It stays yours.\n{{link}}',
      phone: '[{{brand}}] {{actorName}} declined to take your shift on {{title}}.',
    },
  },
  part_notice: {
    part_short: {
      subject: 'Stock under minimum: {{title}}',
      body: 'Spare parts of {{companyName}} are under their minimum: {{title}}.\nAvailable / minimum: {{note}}\n{{link}}',
      phone: '[{{brand}}] Stock under minimum: {{title}} ({{note}}).',
    },
  },
  engineer_notice: {
    certificate_ending: {
      subject: 'Certificate ends soon: {{title}}',
      body: 'A certificate of {{companyName}} ends soon: {{title}}.\nLast day: {{note}}\n{{link}}',
      phone: '[{{brand}}] Certificate ends soon: {{title}}, last day {{note}}.',
    },
    certificate_ended: {
      subject: 'Certificate has ended: {{title}}',
      body: 'A certificate of {{companyName}} has ended: {{title}}.\nLast day: {{note}}\n{{link}}',
      phone: '[{{brand}}] Certificate has ended: {{title}}, last day {{note}}.',
    },
  },
  assignment_notice: {
    shared_assigned: {
      subject: 'Order #{{number}} of {{actorName}} assigned to you: {{title}}',
      body: '{{actorName}} dispatched order #{{number}} to you: {{title}}.\nNote: {{note}}\n{{link}}',
      phone: '[{{brand}}] Order #{{number}} of {{actorName}} assigned to you: {{title}}.',
    },
    shared_withdrawn: {
      subject: 'Order #{{number}} of {{actorName}} withdrawn: {{title}}',
      body: '{{actorName}} withdrew order #{{number}} from you: {{title}}.\n{{link}}',
      phone: '[{{brand}}] Order #{{number}} of {{actorName}} withdrawn: {{title}}.',
    },
    shared_reopened: {
      subject: 'Order #{{number}} of {{actorName}} reopened: {{title}}',
      body: '{{actorName}} reopened order #{{number}}, which you had resolved: {{title}}.\n{{link}}',
      phone: '[{{brand}}] Order #{{number}} of {{actorName}} reopened: {{title}}.',
    },
  },
  tenant_notice: {
    frozen: {
      subject: '{{companyName}} is frozen',
      body: '{{companyName}} is frozen, and its members cannot sign in. Gateways keep running, and queued commands wait until the company is thawed.\nReason: {{reason}}\nIf this is unexpected, contact your MSP or the platform.',
      phone: '[{{brand}}] {{companyName}} is frozen. Reason: {{reason}}',
    },
    thawed: {
      subject: '{{companyName}} is thawed',
      body: '{{companyName}} is thawed. Its members can sign in and work as before.',
      phone: '[{{brand}}] {{companyName}} is thawed.',
    },
    deactivated: {
      subject: '{{companyName}} is deactivated',
      body: '{{companyName}} is deactivated. Its members cannot sign in, and reports of its gateways are not processed. Its data is kept.\nReason: {{reason}}\nTo reactivate it, contact your MSP or the platform.',
      phone: '[{{brand}}] {{companyName}} is deactivated. Reason: {{reason}}',
    },
    reactivated: {
      subject: '{{companyName}} is reactivated',
      body: '{{companyName}} is reactivated. Its members can sign in and work as before.',
      phone: '[{{brand}}] {{companyName}} is reactivated.',
    },
    converted: {
      subject: '{{companyName}} is now a formal tenant',
      body: '{{companyName}} is now a formal tenant. All its data is kept.\nContract end: {{until}}',
      phone: '[{{brand}}] {{companyName}} is now a formal tenant. Contract end: {{until}}',
    },
    extended: {
      subject: '{{companyName}} is extended',
      body: 'The validity of {{companyName}} has changed.\nNew end date: {{until}}',
      phone: '[{{brand}}] {{companyName}} is extended. New end date: {{until}}',
    },
    ending: {
      subject: '{{companyName}} expires soon',
      body: 'The trial or contract of {{companyName}} ends on {{until}}. It is then frozen automatically; its data is kept.\nTo continue using it, contact your MSP or the platform.',
      phone: '[{{brand}}] {{companyName}} expires on {{until}} and is then frozen.',
    },
    ended: {
      subject: '{{companyName}} has expired',
      body: 'The trial or contract of {{companyName}} ended on {{until}}. It is now frozen; its data is kept.\nTo continue using it, contact your MSP or the platform.',
      phone: '[{{brand}}] {{companyName}} expired on {{until}} and is frozen.',
    },
    deletion: {
      subject: '{{companyName}} will be deleted',
      body: '{{companyName}} and all its data will be deleted on {{until}}. Until then, the deletion can be cancelled, and your MSP or the platform can provide an export of your data.\nReason: {{reason}}',
      phone: '[{{brand}}] {{companyName}} will be deleted on {{until}}. Reason: {{reason}}',
    },
    noEnd: 'none',
  },
}
