import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { TopologyNode } from './topology.ts'

/** Name of a node; what has none is named by its kind. */
export function useNodeName(): (node: Pick<TopologyNode, 'kind' | 'name'>) => string {
  const { t } = useTranslation()
  return useCallback(
    ({ kind, name }) => (name !== '' || kind === 'device' ? name : t(`topology.kinds.${kind}`)),
    [t],
  )
}
