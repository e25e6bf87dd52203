import type { messages as zh } from '../zh/messages.ts'

/** Mails and text messages: subject, body (a line is a paragraph), the whole of the text message. */
export const messages: typeof zh = {
  brand: 'Netward',
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
      '[Netward] Your code to {{purpose}} is {{code}}, good for 5 minutes. Tell it to nobody. If you did not ask for it, ignore this.',
  },
  reset_link: {
    subject: 'Reset your password',
    body: 'Somebody asked to reset the password of your account. Open this link within 30 minutes to set a new one; it works once:\n{{link}}\nIf it was not you, ignore this mail: your password stays as it is.',
    phone: '[Netward] Set a new password within 30 minutes: {{link}}',
  },
  reset_done: {
    subject: 'Your password was reset',
    body: 'The password of your account was just reset, and you were signed out everywhere.\nIf it was not you, reset it again at once with "Forgot password" on the sign-in page, and tell your administrator.',
    phone:
      '[Netward] Your password was reset and you were signed out everywhere. If it was not you, reset it again and tell your administrator.',
  },
  password_changed: {
    subject: 'Your password was changed',
    body: 'The password of your account was just changed, and you were signed out everywhere else.\nIf it was not you, reset it at once with "Forgot password" on the sign-in page, and tell your administrator.',
    phone:
      '[Netward] Your password was changed. If it was not you, reset it at once and tell your administrator.',
  },
  contact_changed_phone: {
    subject: 'The phone of your account was changed',
    body: 'The phone of your account was changed; the earlier one does not sign in any more.\nIf it was not you, change your password at once and tell your administrator.',
    phone:
      '[Netward] The phone of your account was changed; this one does not sign in any more. If it was not you, tell your administrator.',
  },
  contact_changed_mail: {
    subject: 'The mail address of your account was changed',
    body: 'The mail address of your account was changed; the earlier one does not sign in any more.\nIf it was not you, change your password at once and tell your administrator.',
    phone:
      '[Netward] The mail address of your account was changed. If it was not you, tell your administrator.',
  },
  invitation: {
    subject: 'You are invited to {{companyName}}',
    body: '{{invitedBy}} invites you to join {{companyName}}. Open this link to accept; it works once:\n{{link}}\nIf you do not know them, ignore this mail.',
    phone: '[Netward] {{invitedBy}} invites you to join {{companyName}}: {{link}}',
  },
  registration_received: {
    subject: 'We have your application',
    body: 'The application of {{companyName}} for a trial is waiting for approval. The answer comes to this address.',
    phone: '[Netward] The application of {{companyName}} for a trial is waiting for approval.',
  },
  registration_approved: {
    subject: 'Your trial begins',
    body: 'The application of {{companyName}} was approved: the trial lasts 15 days.\nCompany code: {{companyCode}}\nSign in with the phone or mail address and the password that you gave:\n{{link}}',
    phone: '[Netward] {{companyName}} (code {{companyCode}}) was approved. Sign in: {{link}}',
  },
  registration_refused: {
    subject: 'Your application was refused',
    body: 'The application of {{companyName}} for a trial was refused.\nReason: {{reason}}',
    phone: '[Netward] The application of {{companyName}} was refused. Reason: {{reason}}',
  },
}
