/** The bytes of base64 text; null for text that is not base64. */
export function decodeBase64(text: string): Uint8Array | null {
  let binary;
  try {
    binary = atob(text);
  } catch {
    return null;
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
