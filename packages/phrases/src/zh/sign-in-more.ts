import { access } from './access.ts'
import { validation } from './validation.ts'

/** What every other way in needs, beside the first view of the sign-in page. */
export const signInMore = { access, validation }
