import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { useModel } from './model-item.tsx'

/** The model as a filter, where the address has it: links of charts set it. */
export function useOpenedModel(): readonly SearchField[] {
  const { t } = useTranslation()
  const { modelId }: { modelId?: unknown } = useSearch({ strict: false })
  const opened = typeof modelId === 'string' ? modelId : undefined
  const model = useModel(opened)
  return useMemo(
    () =>
      opened === undefined
        ? []
        : [
            {
              kind: 'select',
              name: 'modelId',
              label: t('panels.listFields.partModel'),
              options: [{ value: opened, label: model === undefined ? opened : model.name }],
            },
          ],
    [t, opened, model],
  )
}
