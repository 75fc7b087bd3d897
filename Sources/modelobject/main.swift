import ModelObjectEssentials
import ModelObjectTool

exit(Tool(.process).run(Array(CommandLine.arguments.dropFirst())))
