import { notify } from './notify.ts'
import { phrase } from './phrases.ts'

/**
 * Whether a text was copied. Where it was refused, or cannot be because the page is not served securely, that is said
 * (specification §8), and `byHand` leaves the text selected for the keys that copy.
 */
export async function copied(text: string, byHand: () => void): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    byHand()
    notify.error(phrase('common.copyUnsupported'))
    return false
  }
}
