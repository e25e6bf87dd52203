import { createContext } from 'react'

/** The template in the editor, where it belongs to another company than the one acted in; else null. */
export const EditedTemplate = createContext<{ id: string; companyId: string; companyName: string } | null>(
  null,
)
