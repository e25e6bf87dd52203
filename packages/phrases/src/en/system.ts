import type { texts as zhTexts } from '../zh/system.ts'
import { entry } from './entry.ts'

export const texts: typeof zhTexts = {
  errors: {
    ...entry.errors,
    '10010': 'Nothing to do',
    '40001': 'You are not signed in. Sign in again.',
    '40002': 'You were signed out by an administrator.',
    '40005': 'The session has ended. Sign in again.',
    '40027': 'The company is frozen. Contact your administrator.',
    '40031': "The company's trial or contract has ended, or the company is deactivated.",
    '40032': 'The account or membership is disabled. Contact your administrator.',
    '41033': 'Some rows are invalid. Nothing was imported',
    '50001': 'The operation failed on some {{things}}',
    '50002': 'The operation failed on all {{things}}',
    'system.error': 'System error',
    'system.unavailable': 'The system is temporarily unavailable. Try again later.',
    'request.invalid': 'The request is invalid. Check the input and try again.',
    'request.too_large': 'The request is too large',
    'request.too_many': 'Too many requests. Try again later.',
    'route.not_found': 'Endpoint not found',
    'permission.denied': 'You do not have permission to do this',
    'file.empty': 'The file is empty',
    'file.too_large': 'The file cannot exceed {{size}} MB',
    'image.type': 'Only JPG, JPEG, and PNG images are supported',
    'image.too_large': 'The image cannot exceed {{size}} MB',
    'image.dimensions':
      'The image has too many pixels. Width × height must be below {{megapixels}} megapixels',
    'import.wrong_headings': 'Missing columns: {{missing}}. The file has: {{found}}',
    'import.not_csv': 'Only CSV files can be imported',
    'import.too_many_rows': 'A file can have at most {{most}} rows. Split it and import the parts separately',
    'request.key_reused': 'This Idempotency-Key was used for another request.',
    'request.in_progress':
      'The request with this Idempotency-Key is still running or was interrupted. Check its result first',
  },
  permissions: {},
  actions: {
    'permission.denied': 'Permission denied',
  },
  groups: {
    permission: 'Permission',
  },
  titles: {
    notFound: 'Page not found',
  },
}
