import { type ComponentType, createContext, useContext } from 'react'

/** What other features show inside an answer of the assistant. */
export interface AnswerParts {
  /** A panel of the operations centre; nothing where its name is unknown here. */
  readonly AnswerPanel: ComponentType<{
    panel: string
    from: string
    to: string
    filters: Readonly<Record<string, string | readonly string[]>>
  }>
  readonly AnswerMetric: ComponentType<{
    deviceId: string
    deviceName: string
    metric: string
    from: string
    to: string
  }>
  /** The title of a page by its path. */
  readonly titleOf: (path: string) => string
}

export const AnswerPartsContext = createContext<AnswerParts | null>(null)

/** @throws Error outside of app/answer-parts.tsx, which composes the features */
export function useAnswerParts(): AnswerParts {
  const parts = useContext(AnswerPartsContext)
  if (parts === null) throw new Error('conversations are composed by app/answer-parts.tsx')
  return parts
}
