import { type ComponentType, lazy, Suspense } from 'react'
import { phrase } from '../lib/phrases.ts'
import { type AnswerParts, AnswerPartsContext } from '../ui/answer-parts.ts'
import { LoadingState } from '../ui/states.tsx'
import { entryOf } from './route-rules.ts'

// Loaded with the first chart of an answer.
const Panel = lazy(async () => ({
  default: (await import('../features/charts/answer-panel.tsx')).AnswerPanel,
}))
const Metric = lazy(async () => ({
  default: (await import('../features/metrics/answer-metric.tsx')).AnswerMetric,
}))

const answerParts: AnswerParts = {
  AnswerPanel: (props) => (
    <Suspense fallback={<LoadingState rows={5} />}>
      <Panel {...props} />
    </Suspense>
  ),
  AnswerMetric: (props) => (
    <Suspense fallback={<LoadingState rows={5} />}>
      <Metric {...props} />
    </Suspense>
  ),
  titleOf: (path) => {
    const entry = entryOf(path)
    return entry === undefined ? path : phrase(entry.title)
  },
}

/** Conversations with what other features show inside answers. */
export function conversing(Screen: ComponentType): ComponentType {
  return function Conversing() {
    return (
      <AnswerPartsContext value={answerParts}>
        <Screen />
      </AnswerPartsContext>
    )
  }
}
