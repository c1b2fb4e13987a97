import { useFailureText } from '../../ui/form/failure-text.ts'

/** Why the server refused settings: the sentence of the first wrong field, or else its message. */
export function useRefusalText(): (error: Error) => string {
  const failureText = useFailureText()
  return (error) => {
    const fields: unknown = Reflect.get(error, 'fields')
    const [sentence] = typeof fields === 'object' && fields !== null ? Object.values(fields) : []
    return typeof sentence === 'string' && sentence !== '' ? sentence : failureText(error)
  }
}
