import type { signIn as zh } from '../zh/sign-in.ts'

export const signIn: typeof zh = {
  title: 'Sign in',
  welcome: 'Sign in to Netward',
  underPrefix: 'Company: {{prefix}}',
  userName: 'Account',
  userNameHint: 'Phone, email or user name',
  password: 'Password',
  passwordHint: 'Enter your password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  submit: 'Sign in',
  submitting: 'Signing in…',
  wait: 'Try again in {{seconds}} s',
  pitchTitle: 'Every gateway in sight, from its first Inform',
  pitchText:
    'Network operations for many tenants: zero-touch enrolment, remote parameters and reboots, work inside tenants in one console.',
  pitchGateways: 'Gateways call home over TR-069 and belong to one company',
  pitchInsight: 'Parameters, commands and raw exchanges of each one at hand',
  pitchTenants: 'Strict isolation between tenants, every act inside one on record',
  themeLight: 'Light mode',
  themeDark: 'Dark mode',
  switchLanguage: 'Switch to Chinese',
}
