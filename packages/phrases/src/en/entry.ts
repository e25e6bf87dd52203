import { common } from './common.ts'
import { errors } from './errors.ts'
import { signIn } from './sign-in.ts'
import { validation } from './validation.ts'

/** What the sign-in page needs: it is all that is downloaded before somebody is signed in. */
export const entry = { common, errors, signIn, validation }
