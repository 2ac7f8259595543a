/** Hands the person a file to save. It never leaves this computer. */
export function saveFile(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it over by the next turn.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  });
}
