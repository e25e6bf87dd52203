import type { entry as zh } from '../zh/entry.ts'
import { signIn } from './sign-in.ts'

export const entry: typeof zh = {
  common: {
    productName: 'Netward',
    productLine: 'Enterprise network operations',
    back: 'Back',
    retry: 'Retry',
    loading: 'Loading…',
    warning: 'Warning',
    unexpectedTitle: 'Something went wrong on this page',
    unexpectedHint: 'Reload the page. If the problem persists, contact your administrator.',
    reloadPage: 'Reload',
    failedItems: 'the following errors occurred',
    failedItem: '{{ip}}: {{reason}}',
    systemError: 'System error',
    timeout: 'API response timed out',
    answerTimeout: 'Interface response timeout',
    networkError: 'Cannot reach the server. Check the network and try again.',
    signInAgain: 'Sign in again',
    dismiss: 'Dismiss',
  },
  errors: {
    A0230: 'the current page has expired, please log in again',
  },
  signIn,
  validation: {
    userNameEmpty: 'user name cannot be empty',
    passwordEmpty: 'password cannot be empty',
  },
}
