import { useTranslation } from 'react-i18next'

/** Names of inputs that people know; others keep the name of the endpoint. */
export function useFieldName(): (key: string) => string {
  const { t, i18n } = useTranslation()
  return (key) => {
    const path = `conversations.fields.${key}`
    return i18n.exists(path) ? t(path as 'conversations.fields.title') : key
  }
}
